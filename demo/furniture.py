"""What stands round the text of a page: navigation, cookie boxes, related links, newsletters.

Four houses dress their pages in four ways: an encyclopedia, a newspaper with JSON-LD, a blog, and a
site of the old days, built of tables.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from demo.pages import Page


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What the furniture says in one language."""

    menu: tuple[str, str, str, str]
    cookies: str
    accept: str
    related: str
    newsletter: str
    rights: str
    edited: str


WORDS: Mapping[str, Words] = {
    "en": Words(
        menu=("Home", "Topics", "About us", "Contact"),
        cookies="We use cookies and those of 214 partners to measure visits and to show "
        "advertisements.",
        accept="Accept all",
        related="Read next",
        newsletter="Subscribe to our newsletter: once a week, free, no spam.",
        rights="All rights reserved",
        edited="Last edited on",
    ),
    "de": Words(
        menu=("Startseite", "Themen", "Über uns", "Kontakt"),
        cookies="Wir und unsere 214 Partner verwenden Cookies, um Zugriffe zu messen und Werbung "
        "anzuzeigen.",
        accept="Alle akzeptieren",
        related="Lesen Sie auch",
        newsletter="Unser Newsletter: einmal in der Woche, kostenlos.",
        rights="Alle Rechte vorbehalten",
        edited="Zuletzt bearbeitet am",
    ),
    "fr": Words(
        menu=("Accueil", "Sujets", "À propos", "Contact"),
        cookies="Nous utilisons des cookies pour mesurer l'audience et afficher des publicités.",
        accept="Tout accepter",
        related="À lire aussi",
        newsletter="Recevez notre lettre chaque semaine, gratuitement.",
        rights="Tous droits réservés",
        edited="Dernière modification le",
    ),
    "es": Words(
        menu=("Inicio", "Temas", "Quiénes somos", "Contacto"),
        cookies="Usamos cookies propias y de terceros para medir visitas y mostrar anuncios.",
        accept="Aceptar todo",
        related="Lea también",
        newsletter="Reciba nuestro boletín cada semana, gratis.",
        rights="Todos los derechos reservados",
        edited="Última edición:",
    ),
    "ru": Words(
        menu=("Главная", "Темы", "О нас", "Контакты"),
        cookies="Мы используем файлы cookie для статистики и рекламы.",
        accept="Принять все",
        related="Читайте также",
        newsletter="Подпишитесь на рассылку: раз в неделю, бесплатно.",
        rights="Все права защищены",
        edited="Последнее изменение:",
    ),
    "ar": Words(
        menu=("الرئيسية", "المواضيع", "من نحن", "اتصل بنا"),
        cookies="نستخدم ملفات تعريف الارتباط لقياس الزيارات وعرض الإعلانات.",
        accept="قبول الكل",
        related="اقرأ أيضا",
        newsletter="اشترك في نشرتنا الأسبوعية مجانا.",
        rights="جميع الحقوق محفوظة",
        edited="آخر تعديل في",
    ),
    "hi": Words(
        menu=("मुखपृष्ठ", "विषय", "हमारे बारे में", "संपर्क"),
        cookies="हम आँकड़ों और विज्ञापनों के लिए कुकीज़ का उपयोग करते हैं।",
        accept="सभी स्वीकार करें",
        related="यह भी पढ़ें",
        newsletter="हमारा साप्ताहिक पत्र निःशुल्क पाएँ।",
        rights="सर्वाधिकार सुरक्षित",
        edited="अंतिम संपादन",
    ),
    "zh": Words(
        menu=("首页", "专题", "关于我们", "联系方式"),
        cookies="本网站使用 Cookie 统计访问量并展示广告。",
        accept="全部接受",
        related="相关阅读",
        newsletter="订阅每周通讯，完全免费。",
        rights="版权所有",
        edited="最后修订于",
    ),
    "ja": Words(
        menu=("ホーム", "テーマ", "私たちについて", "お問い合わせ"),
        cookies="当サイトはアクセスの測定と広告の表示のためにクッキーを使用します。",
        accept="すべて同意する",
        related="関連記事",
        newsletter="週に一度のお知らせを無料でお届けします。",
        rights="無断転載を禁じます",
        edited="最終更新",
    ),
    "th": Words(
        menu=("หน้าแรก", "หัวข้อ", "เกี่ยวกับเรา", "ติดต่อ"),
        cookies="เว็บไซต์นี้ใช้คุกกี้เพื่อวัดจำนวนผู้เข้าชมและแสดงโฆษณา",
        accept="ยอมรับทั้งหมด",
        related="อ่านต่อ",
        newsletter="รับจดหมายข่าวทุกสัปดาห์ ไม่มีค่าใช้จ่าย",
        rights="สงวนลิขสิทธิ์",
        edited="แก้ไขล่าสุดเมื่อ",
    ),
}

RIGHT_TO_LEFT = frozenset({"ar"})


def dressed(page: Page, url: str, related: Sequence[tuple[str, str]]) -> str:
    """The whole page.

    Args:
        page: what it says.
        url: where it lies.
        related: (address, title) of pages that it points to.
    """
    if page.charset != "utf-8":
        return _old(page, related)
    if page.is_news:
        return _newspaper(page, url, related)
    return _encyclopedia(page, url) if ".encyclopedia." in page.host else _blog(page, url, related)


def _html(page: Page, head: str, body: str) -> str:
    direction = ' dir="rtl"' if page.language in RIGHT_TO_LEFT else ""
    return (
        f'<!doctype html>\n<html lang="{page.language}"{direction}>\n<head>\n'
        f'<meta charset="utf-8">\n<title>{escape(page.title)}</title>\n'
        f'<meta name="description" content="{escape(page.description)}">\n{head}\n'
        f"<style>.cookie-banner{{position:fixed;bottom:0}} aside{{float:right}}</style>\n"
        f"</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _meta(name: str, value: str) -> str:
    return f'<meta property="{name}" content="{escape(value)}">' if value else ""


def _menu(page: Page) -> str:
    links = zip(("/", "/topics", "/about", "/contact"), WORDS[page.language].menu, strict=True)
    items = "".join(f'<li><a href="{to}">{word}</a></li>' for to, word in links)
    return f'<nav class="menu"><ul>{items}</ul></nav>'


def _cookies(page: Page) -> str:
    words = WORDS[page.language]
    return (
        f'<div id="cookie-banner" class="cookie-banner" role="dialog"><p>{words.cookies}</p>'
        f"<button>{words.accept}</button></div>"
    )


def _related(page: Page, related: Sequence[tuple[str, str]]) -> str:
    links = "".join(f'<li><a href="{to}">{escape(title)}</a></li>' for to, title in related)
    heading = f"<h3>{WORDS[page.language].related}</h3>"
    return f'<section class="related">{heading}<ul>{links}</ul></section>'


def _newsletter(page: Page) -> str:
    return (
        f'<div class="newsletter"><p>{WORDS[page.language].newsletter}</p>'
        '<form action="/subscribe"><input type="email" name="mail"><button>OK</button></form></div>'
    )


def _footer(page: Page) -> str:
    return f"<footer><p>© {page.host} · {WORDS[page.language].rights}</p></footer>"


def _encyclopedia(page: Page, url: str) -> str:
    head = f'<link rel="canonical" href="{url}">\n' + _meta("article:modified_time", page.modified)
    edited = f"{WORDS[page.language].edited} <time datetime={page.modified}>{page.modified}</time>"
    licence = '<a rel="license" href="https://creativecommons.org/licenses/by-sa/4.0/">CC BY-SA</a>'
    return _html(
        page,
        head,
        f'<div id="sidebar">{_menu(page)}</div>\n<div id="content" role="main">\n{page.body()}\n'
        f'</div>\n<div id="footer"><p>{edited}</p><p>{licence}</p></div>',
    )


def _newspaper(page: Page, url: str, related: Sequence[tuple[str, str]]) -> str:
    about = {
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        "headline": page.title,
        "description": page.description,
        "datePublished": page.published,
        "inLanguage": page.language,
        "isAccessibleForFree": True,
        "publisher": {"@type": "Organization", "name": page.host},
        "mainEntityOfPage": url,
    }
    data = f'<script type="application/ld+json">{json.dumps(about, ensure_ascii=False)}</script>'
    share = '<ul class="share"><li><a href="#x">Share</a></li><li><a href="#p">Print</a></li></ul>'
    return _html(
        page,
        f"{data}\n{_meta('og:site_name', page.host)}",
        f"{_cookies(page)}\n<header>{_menu(page)}</header>\n<main><article>\n{page.body()}\n"
        f"{share}</article>\n{_newsletter(page)}\n{_related(page, related)}</main>\n"
        f"{_footer(page)}",
    )


def _blog(page: Page, url: str, related: Sequence[tuple[str, str]]) -> str:
    times = (("article:published_time", page.published), ("article:modified_time", page.modified))
    head = "\n".join(filter(None, (_meta(name, value) for name, value in times)))
    return _html(
        page,
        f'{head}\n<link rel="canonical" href="{url}">',
        f"<header>{_menu(page)}</header>\n<main>\n{page.body()}\n</main>\n"
        f"<aside>{_related(page, related)}{_newsletter(page)}</aside>\n{_footer(page)}\n"
        f"{_cookies(page)}",
    )


def _old(page: Page, related: Sequence[tuple[str, str]]) -> str:
    """A table round everything, no landmarks, and the charset in the old spelling."""
    words = WORDS[page.language]
    menu = " | ".join(f'<a href="/m{n}.htm">{word}</a>' for n, word in enumerate(words.menu))
    more = "<br>".join(f'<a href="{to}">{escape(title)}</a>' for to, title in related)
    return (
        '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">\n<html><head>\n'
        f'<meta http-equiv="Content-Type" content="text/html; charset={page.charset}">\n'
        f"<title>{escape(page.title)}</title>\n"
        f'<meta name="date" content="{page.published}">\n</head><body bgcolor="#ffffee">\n'
        '<table width="760" border="0">\n'
        f'<tr><td colspan="2"><font size="1">{menu}</font></td></tr>\n'
        f'<tr><td width="160" valign="top"><b>{words.related}</b><br>{more}</td>\n'
        f'<td valign="top">\n{page.body()}\n</td></tr>\n'
        f'<tr><td colspan="2"><font size="1">{words.rights}</font></td></tr></table>\n'
        "</body></html>\n"
    )
