"""The doors for people and programs: each hands on what the engine gives, in its own form."""
