"""Measures quality and speed of each stage, beside other libraries; see docs/evaluation.md."""
