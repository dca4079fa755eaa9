"""Battles to look at and to share: drawings, the story in words, luck, and all of it as one page."""

from warhost.report.drawing.battle import drawing
from warhost.report.page import page, report, story_of_record
from warhost.report.telling.course import Course, Leg, course_of, legs_of
from warhost.report.telling.luck import Luck, Tried, all_tried, luck_by_seat, strokes
from warhost.report.telling.story import (
    Chapter,
    Loss,
    Passage,
    Story,
    as_data,
    story_from_snapshots,
    story_of,
)
from warhost.report.telling.turning import TurningPoint, turning_points
from warhost.report.telling.words import Names

__all__ = [
    "Chapter",
    "Course",
    "Leg",
    "Loss",
    "Luck",
    "Names",
    "Passage",
    "Story",
    "Tried",
    "TurningPoint",
    "all_tried",
    "as_data",
    "course_of",
    "drawing",
    "legs_of",
    "luck_by_seat",
    "page",
    "report",
    "story_from_snapshots",
    "story_of",
    "story_of_record",
    "strokes",
    "turning_points",
]
