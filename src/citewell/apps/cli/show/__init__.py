"""What a person is shown of each value, as lines; all pure."""
