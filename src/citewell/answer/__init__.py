"""The answer: what a model is asked, or, without one, the sentences that say it.

The model itself is called by the engine. All pure.
"""

from citewell.answer.extract import extract_answer
from citewell.answer.messages import answer_messages

__all__ = ["answer_messages", "extract_answer"]
