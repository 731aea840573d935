"""What is answered when there is nothing to quote, in the language of the question.

Rule: pure; a refused search, an empty one and none at all are three different sentences, in every
language. A language that is not here is answered in English.
"""

from collections.abc import Mapping
from typing import Literal

from citewell.model.values.context import Absence
from citewell.text.language import language_of

Why = Literal[Absence, "no_answer"]
"""An absence of passages, or passages that do not answer"""

DEFAULT_LANGUAGE = "en"

TOLD: Mapping[Why, Mapping[str, str]] = {
    "no_answer": {
        "en": "The pages that were read do not answer this.",
        "de": "Die gelesenen Seiten beantworten das nicht.",
        "fr": "Les pages lues ne répondent pas à cette question.",
        "es": "Las páginas leídas no responden a esto.",
        "pt": "As páginas lidas não respondem a isto.",
        "it": "Le pagine lette non rispondono a questa domanda.",
        "ru": "Прочитанные страницы не отвечают на этот вопрос.",
        "ar": "الصفحات التي قُرئت لا تجيب عن هذا السؤال.",
        "hi": "पढ़े गए पृष्ठ इसका उत्तर नहीं देते।",
        "zh": "已阅读的网页没有回答这个问题。",
        "ja": "読んだページには答えがありません。",
        "tr": "Okunan sayfalar bu soruyu yanıtlamıyor.",
        "th": "หน้าที่อ่านไม่ได้ตอบคำถามนี้",
    },
    "nothing_found": {
        "en": "Nothing was found for this.",
        "de": "Dazu wurde nichts gefunden.",
        "fr": "Rien n'a été trouvé à ce sujet.",
        "es": "No se encontró nada sobre esto.",
        "pt": "Nada foi encontrado sobre isto.",
        "it": "Non è stato trovato nulla in proposito.",
        "ru": "По этому запросу ничего не найдено.",
        "ar": "لم يُعثر على شيء عن هذا.",
        "hi": "इसके बारे में कुछ नहीं मिला।",
        "zh": "没有找到相关内容。",
        "ja": "これについては何も見つかりませんでした。",
        "tr": "Bununla ilgili hiçbir şey bulunamadı.",
        "th": "ไม่พบข้อมูลเกี่ยวกับเรื่องนี้",
    },
    "nothing_readable": {
        "en": "Pages were found, but none of them could be read.",
        "de": "Es wurden Seiten gefunden, aber keine davon war lesbar.",
        "fr": "Des pages ont été trouvées, mais aucune n'a pu être lue.",
        "es": "Se encontraron páginas, pero ninguna se pudo leer.",
        "pt": "Foram encontradas páginas, mas nenhuma pôde ser lida.",
        "it": "Sono state trovate pagine, ma nessuna è leggibile.",
        "ru": "Страницы найдены, но ни одну не удалось прочитать.",
        "ar": "عُثر على صفحات، لكن تعذّرت قراءة أيٍّ منها.",
        "hi": "पृष्ठ मिले, पर उनमें से कोई भी पढ़ा नहीं जा सका।",
        "zh": "找到了网页，但都无法读取。",
        "ja": "ページは見つかりましたが、どれも読めませんでした。",
        "tr": "Sayfalar bulundu, ancak hiçbiri okunamadı.",
        "th": "พบหน้าเว็บ แต่อ่านไม่ได้เลยสักหน้า",
    },
    "unanswered": {
        "en": "The search failed: nobody who was asked answered. There may be an answer all the "
        "same.",
        "de": "Die Suche ist gescheitert: Niemand, der gefragt wurde, hat geantwortet. Eine "
        "Antwort kann es trotzdem geben.",
        "fr": "La recherche a échoué : aucun service interrogé n'a répondu. Une réponse peut "
        "exister malgré tout.",
        "es": "La búsqueda falló: ningún servicio consultado respondió. Aun así puede haber una "
        "respuesta.",
        "pt": "A pesquisa falhou: nenhum serviço consultado respondeu. Ainda assim pode haver uma "
        "resposta.",
        "it": "La ricerca non è riuscita: nessun servizio interpellato ha risposto. Una risposta "
        "può esistere comunque.",
        "ru": "Поиск не удался: ни одна из служб не ответила. Ответ всё же может существовать.",
        "ar": "فشل البحث: لم تُجب أيُّ خدمة سُئلت. قد يوجد جواب مع ذلك.",
        "hi": "खोज विफल रही: जिनसे पूछा गया, उनमें से किसी ने उत्तर नहीं दिया। फिर भी उत्तर हो सकता है।",
        "zh": "搜索失败：所询问的服务都没有应答。答案仍可能存在。",
        "ja": "検索に失敗しました。問い合わせた先はどこも応答しませんでした。"
        "答えがないとは限りません。",
        "tr": "Arama başarısız oldu: sorulan hizmetlerin hiçbiri yanıt vermedi. Yine de bir yanıt "
        "olabilir.",
        "th": "การค้นหาล้มเหลว ไม่มีบริการใดตอบกลับ แต่อาจมีคำตอบอยู่ก็ได้",
    },
    "not_searched": {
        "en": "Nothing was searched for: the message asks for no search.",
        "de": "Es wurde nicht gesucht: Die Nachricht verlangt keine Suche.",
        "fr": "Aucune recherche n'a été faite : le message n'en demande pas.",
        "es": "No se buscó nada: el mensaje no pide ninguna búsqueda.",
        "pt": "Nada foi pesquisado: a mensagem não pede uma pesquisa.",
        "it": "Non è stata fatta alcuna ricerca: il messaggio non la richiede.",
        "ru": "Поиск не выполнялся: сообщение его не требует.",
        "ar": "لم يُجرَ أي بحث: الرسالة لا تطلب بحثًا.",
        "hi": "कोई खोज नहीं की गई: संदेश में इसकी माँग नहीं है।",
        "zh": "没有进行搜索：这条消息不需要搜索。",
        "ja": "検索は行いませんでした。このメッセージには検索が要りません。",
        "tr": "Arama yapılmadı: ileti bir arama istemiyor.",
        "th": "ไม่ได้ค้นหา เพราะข้อความนี้ไม่ได้ขอให้ค้นหา",
    },
    "no_room": {
        "en": "Passages were found, but the budget has no room for any.",
        "de": "Es wurden Stellen gefunden, aber das Budget hat für keine Platz.",
        "fr": "Des passages ont été trouvés, mais le budget n'en laisse passer aucun.",
        "es": "Se encontraron pasajes, pero no caben en el presupuesto.",
        "pt": "Foram encontradas passagens, mas nenhuma cabe no orçamento.",
        "it": "Sono stati trovati passi, ma il budget non ne contiene nessuno.",
        "ru": "Отрывки найдены, но ни один не помещается в бюджет.",
        "ar": "عُثر على مقاطع، لكن الميزانية لا تتسع لأيٍّ منها.",
        "hi": "अंश मिले, पर बजट में किसी के लिए जगह नहीं है।",
        "zh": "找到了段落，但预算容不下任何一段。",
        "ja": "該当箇所はありましたが、予算に収まりませんでした。",
        "tr": "Parçalar bulundu, ancak bütçe hiçbirine yetmiyor.",
        "th": "พบข้อความ แต่งบประมาณไม่พอสำหรับข้อความใดเลย",
    },
}


def told(why: Why, question: str) -> str:
    """One sentence that says why nothing is quoted, in the question's language."""
    sentences = TOLD[why or "nothing_found"]
    return sentences.get(language_of(question) or DEFAULT_LANGUAGE, sentences[DEFAULT_LANGUAGE])
