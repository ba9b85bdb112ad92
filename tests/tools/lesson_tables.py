"""Write the tables of lessons anew: python tests/tools/lesson_tables.py.

They stand in lessons/README.md and README.zh.md, and say what the lessons say.
"""
import re

from places import ROOT

from micrograd.classroom.shelf import lessons

LESSONS = ROOT / 'lessons'
READMES = {'en': LESSONS / 'README.md', 'zh': LESSONS / 'README.zh.md'}
ROWS = re.compile(r'(?<=\|\n)(?:\| \d+ \|.*\n)+')


def rows(lang: str) -> str:
    """A row for each lesson: number, title, goal, minutes, needs."""
    text = ''
    for lesson in lessons():
        needs, minutes = lesson.needs(lang)
        text += (f'| {lesson.number} | [{lesson.title(lang)}]({lesson.path.name}) '
                 f'| {lesson.goal(lang)} | {minutes} | {needs} |\n')
    return text


def main():
    for lang, readme in READMES.items():
        text = ROWS.sub(lambda _: rows(lang), readme.read_text('utf-8'), count=1)
        readme.write_text(text, 'utf-8')


if __name__ == '__main__':
    main()
