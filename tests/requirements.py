"""What we owe: every promise by its id, `area.subject.what-holds`, as one sentence.

Rule: a promise is listed under its area, has a row in `docs/origins.md` that says where it comes
from, and at least one test that names it (`@promise("…")`).
"""

from collections.abc import Mapping

MODEL: Mapping[str, str] = {
    "model.errors.each-code-has-one-family": "An error code belongs to exactly one family.",
    "model.config.the-environment-sets-every-field-by-name": (
        "A variable `CITEWELL_<SECTION>_<FIELD>` sets the field of that name."
    ),
    "model.config.a-wrong-variable-is-named": (
        "A variable that names nothing or does not fit is `bad_config`, and is named."
    ),
    "model.config.a-setting-in-code-is-checked-too": (
        "A setting of another type or out of its range is `bad_config` when it is made."
    ),
    "model.config.each-setting-is-read": "There is no setting that nothing reads.",
    "model.secret.never-shows-itself": "A secret shows as `redacted` wherever it is printed.",
    "model.filters.a-domain-is-bare": (
        "A filter takes at most twenty bare domains in a tuple and refuses anything else."
    ),
    "model.filters.each-has-its-type-and-range": (
        "A filter of another type or range is refused before anything is done with it."
    ),
    "model.search.a-failure-makes-the-answer-degraded": (
        "Hits beside a failed provider or engine are marked degraded."
    ),
    "model.events.each-operation-ends": (
        "Every operation that starts tells its end, with its id and its status."
    ),
    "model.events.targets-are-hashed-unless-asked-for": (
        "Events name a page by a hash keyed by the run, unless the sink asks for URLs."
    ),
    "model.counters.hold-no-content": (
        "Counters keep aggregates only: no query, URL, host or time of a single read."
    ),
    "model.config.a-mapping-sets-every-field-by-name": (
        "A mapping of sections sets the fields of those names, each with its own type."
    ),
    "model.config.a-wrong-setting-is-named": (
        "A setting of a mapping that is unknown or does not fit is `bad_config`, and is named."
    ),
}

TEXT: Mapping[str, str] = {
    "text.urls.one-canonical-form-names-a-source": (
        "A URL's identity is its WHATWG form without default port and fragment, host in IDNA."
    ),
    "text.urls.odd-spellings-of-an-address-are-the-address": (
        "Decimal, octal, hexadecimal, escaped and full-width spellings of a host are read as the "
        "address they reach."
    ),
    "text.urls.only-http-and-https": "A URL of another scheme is `unsupported_scheme`.",
    "text.urls.malformed-is-refused": (
        "What is no URL, holds control characters inside or is too long is `invalid_url`."
    ),
    "text.urls.no-credentials": "A URL with a user name or password is `credentials_in_url`.",
    "text.urls.host-header-is-exact": (
        "The Host header has brackets round IPv6 and leaves the default port out."
    ),
    "text.urls.renderings-of-a-page-are-one-hit": (
        "Scheme, www, mobile and AMP hosts, index files and tracking parameters do not tell hits "
        "apart."
    ),
    "text.urls.ordinary-parameters-tell-pages-apart": (
        "Query parameters that are not for tracking stay in the dedupe key."
    ),
    "text.words.every-script-has-terms": (
        "A question and the sentence that answers it share terms in every script."
    ),
    "text.words.inflection-is-a-short-ending": (
        "Two words are forms of one when at least three characters are shared and at most three "
        "follow."
    ),
    "text.sentences.no-text-is-lost": "The sentences of a text, joined, are the text.",
    "text.sentences.end-at-each-scripts-marks": (
        "Sentences end at the marks of their script: ideographic stop, danda, Khmer, Burmese and "
        "Arabic signs."
    ),
    "text.sentences.numbers-and-titles-stay-whole": (
        "A full stop in a number, an abbreviation or an initial ends no sentence."
    ),
    "text.everything.takes-linear-time": (
        "Every text function takes time linear in its text, whatever it holds."
    ),
    "text.language.unsure-is-none": (
        "A text whose language is not clear has none, rather than a wrong one."
    ),
    "text.language.short-sentences-are-recognised": (
        "A plain sentence in a common language is recognised."
    ),
    "text.dates.nothing-is-invented": (
        "A date that is partial, ambiguous or a count of seconds is no date."
    ),
    "text.dates.known-forms-are-read": (
        "ISO 8601, RFC 5322 and written dates in twelve languages become aware UTC times."
    ),
    "text.numbers.every-reading-is-kept": (
        "A number that two countries read differently has both values."
    ),
    "text.tokens.estimate-leans-to-too-many": (
        "The token estimate is characters / 3.5 for plain Latin text and higher for other scripts."
    ),
    "text.tokens.a-cut-fits": "A text cut to a budget counts no more than it, mark included.",
    "text.lines.one-visible-line": (
        "A folded text has no line break and no invisible character, to any reader."
    ),
    "text.literal.folding-shifts-no-offset": (
        "A text is found whatever its case, at the offsets of the original."
    ),
    "text.lines.visible-lines-hold-no-controls": (
        "Visible lines keep their blanks and hold no character that steers a terminal."
    ),
}

FETCH: Mapping[str, str] = {
    "fetch.address.only-public-unicast-is-public": (
        "Only public unicast addresses pass; mapped, NAT64 and 6to4 forms are the address inside."
    ),
    "fetch.address.what-cannot-be-read-is-not-public": (
        "What cannot be read as an address counts as private."
    ),
    "fetch.guard.an-odd-spelling-is-judged-by-where-it-leads": (
        "An odd spelling of an address is refused or allowed as the address it leads to."
    ),
    "fetch.guard.one-private-answer-refuses-the-name": (
        "A name with one private answer among several is refused without a connection."
    ),
    "fetch.guard.one-look-up-for-one-connection": (
        "A connection is made to the addresses of the one look-up that was vetted."
    ),
    "fetch.guard.a-name-without-an-address-is-dns-failed": (
        "A name that has no address, or cannot be looked up, is `dns_failed`."
    ),
    "fetch.guard.only-allowed-ports": (
        "A port that is not allowed is refused before anything is looked up."
    ),
    "fetch.connect.the-next-vetted-address-is-tried": (
        "An address that does not answer gives way to the next vetted one."
    ),
    "fetch.connect.tls-and-host-speak-the-name": (
        "TLS and the Host header speak the name while the connection speaks the address."
    ),
    "fetch.connect.a-certificate-that-is-not-good-is-tls-failed": (
        "A certificate for another name, or of nobody we trust, is `tls_failed`."
    ),
    "fetch.redirect.every-hop-is-vetted": (
        "Every redirect is vetted from the start: URL, port, every address."
    ),
    "fetch.redirect.a-relative-location-is-resolved": (
        "A relative Location is resolved against the page that sent it."
    ),
    "fetch.redirect.no-location-is-an-error": (
        "A redirect that says no place is an error, never an empty page."
    ),
    "fetch.redirect.the-limit-is-exact": (
        "As many redirects as are allowed are followed, and not one more."
    ),
    "fetch.redirect.never-from-https-to-http": (
        "A page leads from https to http only when a person named its URL."
    ),
    "fetch.redirect.secrets-stay-with-their-origin": (
        "Secret headers are not sent to an origin that a redirect leads to."
    ),
    "fetch.redirect.a-post-becomes-a-get": (
        "A POST that is redirected by 301, 302 or 303 goes on as a GET without its body."
    ),
    "fetch.deadline.covers-the-chain": (
        "One deadline covers the look-up, every redirect and the body."
    ),
    "fetch.deadline.the-headers-come-in-time": "Headers that do not come in time are a `timeout`.",
    "fetch.deadline.a-caller-who-gives-up-is-obeyed": (
        "Cancelling a fetch cancels it, and frees its connection."
    ),
    "fetch.body.text-is-cut-and-flagged": "Text over its cap is cut there and flagged.",
    "fetch.body.anything-else-over-its-cap-is-too-large": (
        "Anything but text over its cap is `too_large`."
    ),
    "fetch.body.a-broken-end-is-flagged": (
        "A body whose connection broke, or whose encoding has no end, is flagged as truncated."
    ),
    "fetch.decode.every-offered-encoding-in-any-pieces": (
        "gzip, deflate with and without wrapper, br and zstd decode however they are cut up."
    ),
    "fetch.decode.a-bomb-stops-at-the-cap": (
        "A bomb in any encoding costs one piece beyond the cap, in bounded time."
    ),
    "fetch.decode.what-was-not-offered-is-refused": (
        "Stacked, unknown and broken encodings are `decode_failed`."
    ),
    "fetch.headers.a-bomb-is-refused": (
        "Headers over their caps are `too_large`, however they come."
    ),
    "fetch.status.each-has-its-code": "Every status that is not read has its code.",
    "fetch.manners.the-name-is-honest": (
        "The User-Agent is our own name, and a request cannot set another."
    ),
    "fetch.manners.no-cookies": "No cookie that a host sets is ever sent back.",
    "fetch.manners.one-host-is-asked-by-few-at-a-time": (
        "One host is sent no more requests at once than the settings allow."
    ),
    "fetch.page.never-reaches-a-configured-endpoint": (
        "No URL found on the web reaches an endpoint that the operator configured."
    ),
    "fetch.api.reaches-declared-origins-only": (
        "A provider reaches only origins that it declares or the operator named, even by redirect."
    ),
    "fetch.plug.what-waits-ends-as-cancelled": (
        "When the plug is pulled all that waits for the network ends as `cancelled`, and the "
        "run goes on."
    ),
}

RECORD: Mapping[str, str] = {
    "record.replay.the-recording-decides": (
        "A replay has the recorded id, clock, options and configuration, and no deadline."
    ),
    "record.replay.ends-where-time-ended-it": (
        "What time or a limit ended in the recorded run ends there in its replay."
    ),
    "record.tape.is-a-warc-for-any-tool": (
        "A recording is valid WARC 1.1: request and response of every hop, a gzip member each."
    ),
    "record.tape.headers-say-what-the-body-is": (
        "The recorded headers of a body whose encoding was undone name its true length and no "
        "encoding."
    ),
    "record.tape.what-is-no-recording-is-bad-recording": (
        "A file that is missing, foreign, newer than us or damaged inside is `bad_recording`."
    ),
    "record.tape.a-killed-writer-leaves-a-readable-file": (
        "A recording cut at any byte after its first record holds every exchange that was whole."
    ),
    "record.tape.bodies-are-read-when-asked-for": (
        "An opened recording keeps traces and an index in memory, not the bodies."
    ),
    "record.tape.what-cannot-be-written-is-bad-config": (
        "A path that no recording can be written to is `bad_config` before anything is asked."
    ),
    "record.tape.nothing-is-overwritten": (
        "A recording goes into a new file; what is there already is left alone."
    ),
    "record.trace.comes-back-whole": (
        "The trace of each run comes back as it was last written, in the order of the runs."
    ),
    "record.trace.is-found-by-what-was-asked": (
        "A recorded run is found by its operation and its question; the last one counts."
    ),
    "record.secrets.never-reach-the-file": (
        "No secret that the run knows is in the recording, as it stands or in a usual spelling."
    ),
    "record.secrets.a-run-sees-what-the-tape-holds": (
        "A recorded run sees answers without the secrets, as its replay will."
    ),
    "record.doors.a-cut-off-call-is-deadline-exceeded": (
        "A call that its stage cuts off is recorded as `deadline_exceeded`, and the stage ends."
    ),
    "record.model.every-exchange-is-replayed": (
        "A model's replies, pieces, window and failures are recorded and replayed like pages."
    ),
    "record.replay.gives-the-recorded-answer": (
        "A recorded request is answered with the equal response, or the same error."
    ),
    "record.replay.what-was-not-recorded-is-replay-missing": (
        "A request that was not recorded is `replay_missing` and names the URL."
    ),
    "record.replay.equal-calls-answer-in-turn": (
        "The k-th of equal calls gets the k-th answer, whatever the order of different calls."
    ),
    "record.replay.runs-do-not-answer-for-each-other": (
        "Two runs in one recording each have their own answers."
    ),
    "record.replay.opens-no-connection": "Replaying loads no network library.",
}

WORKERS: Mapping[str, str] = {
    "workers.job.runs-in-a-child-with-its-plugins": (
        "A job runs in another process and is handed its plug-ins, payload and raw body."
    ),
    "workers.job.error-keeps-its-code": (
        "An error that a job raises arrives with its code, retryability and detail."
    ),
    "workers.job.failure-harms-no-other": (
        "A page that makes its reader raise, die or run wild harms no other page."
    ),
    "workers.child.stays-warm": "Jobs share warm children: no page pays for a process start.",
    "workers.child.is-isolated": (
        "A child has no variable of its parent's environment and cannot write a file."
    ),
    "workers.child.cannot-corrupt-a-frame": (
        "What a library prints, or a captured parser writes, never becomes another job's reply."
    ),
    "workers.child.is-recycled": "A child is replaced after a set number of jobs.",
    "workers.child.finds-citewell-where-the-parent-did": (
        "Children run from a source tree, an installation or a zip, as their parent does."
    ),
    "workers.limit.breaking-one-is-parser-killed": (
        "Death, wall time, processor time and memory beyond the limit are each `parser_killed`."
    ),
    "workers.limit.a-long-reply-is-too-large": "A reply over its cap is `too_large`.",
    "workers.cancel.the-job-does-not-go-on": (
        "A job whose caller is cancelled is killed at once, and the pool heals."
    ),
    "workers.queue.is-fair": "Jobs wait for a free child in the order they came.",
    "workers.pool.nothing-outlives-it": (
        "No child outlives the pool or its parent, and closing cancels what still runs."
    ),
}

READ: Mapping[str, str] = {
    "read.choose.type-and-bytes-decide-together": (
        "Media type and bytes choose the reader together; a tie goes to who knows the bytes."
    ),
    "read.choose.unknown-is-not-a-document": (
        "Pictures, archives and unknown bytes are `not_a_document`, whatever they are called."
    ),
    "read.job.gives-what-reading-gives": (
        "A response read in a worker process is the same document as one read at home."
    ),
    "read.text.empty-is-no-text": "What holds no visible text is `no_text`, never an empty page.",
    "read.offsets.are-exact-whatever-the-bytes": (
        "Any bytes give blocks and spans with exact, ordered offsets, or an error with a code."
    ),
    "read.snapshot.names-bytes-text-and-reader": (
        "A snapshot is named by bytes, text and reader; the time of fetching is no part of it."
    ),
    "read.charset.header-then-page-then-bytes": (
        "The header's charset counts before the page's own, that before what the bytes suggest."
    ),
    "read.charset.mark-wins": "A byte-order mark decides before any label.",
    "read.charset.unknown-label-is-passed-over": (
        "A charset that nobody knows is passed over, and the page is read all the same."
    ),
    "read.charset.labels-mean-what-the-web-means": (
        "A charset label means what browsers mean by it: `iso-8859-1` is windows-1252."
    ),
    "read.charset.never-fails": (
        "Bytes that do not fit become replacement characters; decoding never fails."
    ),
    "read.plain.paragraphs-keep-their-spacing": (
        "Plain text is parted at blank lines and keeps its spacing."
    ),
    "read.plain.markdown-is-kept": "Markdown keeps its marks; headings and fences are blocks.",
    "read.visible.invisible-text-never-enters": (
        "What a reader of the page cannot see is in no text: hidden elements, invisible characters."
    ),
    "read.visible.noscript-only-when-it-is-the-page": (
        "`noscript` is read only where it holds more than the page shows without it."
    ),
    "read.html.every-visible-word-is-in-the-text": (
        "Furniture stays in the text with a low `main`; `main_text()` is the content."
    ),
    "read.html.furniture-words-yield-to-content-words": (
        "A class that says cookie or share is furniture unless it also says article or story."
    ),
    "read.html.header-of-an-article-is-content": (
        "A header inside an article is content, the page's own is furniture."
    ),
    "read.html.every-post-of-a-thread-is-kept": "Sibling articles are all content.",
    "read.html.ui-lines-and-repeats-are-furniture": (
        "Lines of button words, symbols or boilerplate phrases, and exact repeats, are furniture."
    ),
    "read.html.too-little-content-falls-back-to-the-body": (
        "When the content found is too short, all that is no furniture is the content."
    ),
    "read.html.tables-are-rows": "Cells of a data table stay apart, as Markdown rows.",
    "read.html.blocks-keep-their-form": (
        "Nested lists, terms, quotes and code keep their form and the code its spacing."
    ),
    "read.html.implied-end-tags-end": "Paragraphs and items end where a browser ends them.",
    "read.html.blanks-collapse-as-in-a-browser": (
        "A no-break space is a space, a zero-width mark is nothing."
    ),
    "read.html.links-are-absolute-http-spans": (
        "Only http and https links are spans, absolute, resolved against `<base href>`."
    ),
    "read.html.figures-have-their-captions": "Pictures carry address, alternative and caption.",
    "read.html.bombs-are-read-in-linear-time": (
        "Nesting of any depth, and any number of tags, is read in linear time without recursion."
    ),
    "read.metadata.title-order": (
        "The title is og:title, else twitter:title, else <title>, else the address."
    ),
    "read.metadata.date-order": (
        "The date is the meta's, else JSON-LD's, else <time>'s; one of change only as the last."
    ),
    "read.metadata.says-what-the-page-says": (
        "Language, site, author, description, canonical address, licence, free or not: as told."
    ),
}

PLAN: Mapping[str, str] = {
    "plan.prefilter.small-talk-is-not-searched": (
        "A greeting, thanks or an empty message leads to no search, and carries nothing over "
        "from before."
    ),
    "plan.prefilter.a-paste-is-not-searched": "Pasted code and pasted texts lead to no search.",
    "plan.prefilter.a-sum-is-not-searched": (
        "A sum leads to no search, and a question about a price does."
    ),
    "plan.queries.the-question-shell-is-stripped": (
        "Besides the question as typed, its subject is asked without the words that only ask."
    ),
    "plan.queries.three-at-most": "A plan has no more queries than the configuration allows.",
    "plan.queries.filters-travel-along": (
        "Language, region and time range of the filters go into every query."
    ),
    "plan.language.is-that-of-the-question": (
        "Queries carry the language of the question when no filter names one."
    ),
    "plan.queries.fresh-questions-ask-for-news": (
        "A question for what is new asks the providers of news as well."
    ),
    "plan.history.a-pronoun-means-the-last-name": (
        "A question that only points back is asked about the last name the person mentioned."
    ),
}

SEARCH: Mapping[str, str] = {
    "search.offline.is-told-as-such": "When no provider can be reached the run says offline.",
    "search.ask.a-silent-provider-is-a-timeout": (
        "A provider that does not answer is a timeout, and the others keep their hits."
    ),
    "search.ask.the-deadline-keeps-what-came": (
        "At the deadline of all searches what came is kept, and each late provider is told as such."
    ),
    "search.ask.order-is-the-plans": (
        "Replies stand in the order of the plan, whoever answers first."
    ),
    "search.ask.a-refusal-is-never-empty": (
        "A refusal is an outcome with its own code, never an empty one."
    ),
    "search.ask.failed-engines-are-never-empty": (
        "No hits while engines behind a provider failed is `engines_failed`, with each "
        "engine's code."
    ),
    "search.ask.some-failed-engines-degrade": (
        "Hits while an engine failed are kept, and the search counts as degraded."
    ),
    "search.ask.nothing-found-is-empty": "No hits and no failure is an empty answer, and no error.",
    "search.merge.one-page-is-one-hit": (
        "Addresses of one page are one hit with the best rank and the longest snippet."
    ),
    "search.merge.ordinary-parameters-are-kept": (
        "Addresses that differ by an ordinary parameter are two hits."
    ),
    "search.merge.lists-are-interleaved": (
        "The lists of providers and queries are interleaved by rank, ties in the order of the plan."
    ),
    "search.merge.agreement-rises": "A page that several lists hold rises.",
    "search.merge.an-unusable-hit-costs-no-other": (
        "A hit without a web address is skipped, and costs no other."
    ),
    "search.filters.blocked-wins": (
        "A domain both allowed and blocked is blocked, and its hits are counted."
    ),
    "search.filters.subdomains-belong": (
        "A domain in a filter stands for all below it, in any script, and for no look-alike."
    ),
    "search.filters.undated-is-dropped-and-counted": (
        "Bounds of days are inclusive, and an undated hit that cannot be judged is dropped "
        "and counted."
    ),
    "search.filters.a-time-range-is-a-hint": (
        "A time range drops a hit whose date contradicts it, and no undated one."
    ),
    "search.reading.each-site-before-any-twice": (
        "Every site's best page is read before any site's second."
    ),
}

RANK: Mapping[str, str] = {
    "rank.split.a-passage-is-the-document": (
        "Every passage is an exact stretch of its document, and every word is in one."
    ),
    "rank.split.short-blocks-join": (
        "A block under 180 characters takes in the next; one of 180 stands alone."
    ),
    "rank.split.a-heading-stays-with-its-text": (
        "A heading opens the passage below it, and every piece of that text carries it."
    ),
    "rank.split.long-blocks-end-with-sentences-in-every-script": (
        "Pieces of a long block end where a sentence of their script ends."
    ),
    "rank.split.no-word-is-lost-at-a-cut": (
        "Each word is whole in some piece, and a piece begins with the last sentence before it."
    ),
    "rank.split.content-never-joins-furniture": (
        "No passage holds both content and furniture of a page."
    ),
    "rank.split.a-passage-knows-its-page": (
        "A passage of a paged document has one page, and its number."
    ),
    "rank.score.every-language-finds-its-answer": (
        "The sentence that answers goes before one of the same language that does not."
    ),
    "rank.score.a-lead-is-worth-half-a-term": (
        "The first passage of a page wins where nothing matches, and never over one more term."
    ),
    "rank.score.no-query-keeps-the-order": (
        "Without a word to look for, passages stay in the order of their documents."
    ),
    "rank.score.weights-are-pooled": "A word weighs by how few passages of the whole run hold it.",
    "rank.score.a-snippet-counts-for-less": (
        "The same words score four fifths in a snippet of what they score on a page."
    ),
    "rank.score.the-best-of-several-queries-counts": (
        "Each query scores on its own, as a named feature, and the best one counts."
    ),
    "rank.score.time-is-bounded": "Ranking is linear in the words of the pool, whatever the query.",
    "rank.select.two-passages-of-one-source": (
        "One source puts in at most two passages, or as much in shorter ones."
    ),
    "rank.select.nothing-is-said-twice": (
        "A passage that shares most of its shingles with a better ranked one is dropped."
    ),
    "rank.select.a-read-page-goes-before-a-snippet": (
        "Of the same words, those of a page that was read stay."
    ),
    "rank.select.every-query-is-heard": "The best passage for each query stands before the rest.",
}

CONTEXT: Mapping[str, str] = {
    "context.notices.partial-evidence-is-told": (
        "A context says who did not answer, what could not be read and what the filters left out."
    ),
    "context.budget.is-never-exceeded": (
        "The whole text, headings and instructions included, fits the budget by the count given."
    ),
    "context.budget.the-best-page-is-in": (
        "The best passage is in, cut if need be, as long as anything fits."
    ),
    "context.budget.a-misfit-makes-room-for-the-next": (
        "A passage too big for the rest is passed over, not the end."
    ),
    "context.budget.a-cut-keeps-the-beginning": (
        "A passage that is cut keeps its beginning, and stays a span of its document."
    ),
    "context.sources.numbers-are-dense-and-by-first-use": (
        "Sources are numbered 1, 2, 3 in order of their first passage; unused ones are left out."
    ),
    "context.sources.a-snippet-is-marked": (
        "A source of which only the snippet was seen says so on its line."
    ),
    "context.untrusted.no-line-is-opened": (
        "No word of a page, title, snippet or query can open a line of the block."
    ),
    "context.untrusted.no-number-is-forged": (
        "No text of the web can pass for a number or heading of the block."
    ),
    "context.instructions.always-warn": (
        "The block always says that it quotes and does not instruct."
    ),
    "context.empty.nothing-is-made-up": (
        "Without evidence the block says so and asks that nothing be made up."
    ),
}

ANSWER: Mapping[str, str] = {
    "answer.extract.a-question-answers-nothing": (
        "A sentence that asks is not quoted; the one after it may answer."
    ),
    "answer.absence.is-told-in-the-questions-language": (
        "Why nothing is quoted is told in the language of the question, each reason in its words."
    ),
    "answer.extract.quotes-are-exact": (
        "A quoted sentence is a span of its document, with offsets, snapshot and number."
    ),
    "answer.extract.different-sources-first": (
        "The best sentence of each source stands before a second one of any."
    ),
    "answer.extract.says-when-nothing-answers": (
        "When no sentence holds enough of the question, the answer says so."
    ),
    "answer.extract.only-sentences-are-quoted": (
        "Headings, addresses, entries of reference lists and furniture are not quoted."
    ),
    "answer.extract.clauses-of-a-script-without-stops": (
        "Thai and its like, which end no sentence by a mark, are quoted clause by clause."
    ),
    "answer.extract.an-agreed-figure-stands-first": (
        "A figure that two independent sources name stands before one that a single source does."
    ),
    "answer.extract.weak-beside-strong-is-left-out": (
        "At most three sentences are quoted, and none that is far weaker than the best."
    ),
    "answer.extract.what-points-back-comes-with-its-name": (
        "A sentence that opens with a pronoun is quoted with the one before it, if they fit."
    ),
    "answer.messages.instruct-at-both-ends": (
        "The model is instructed before and after the context."
    ),
    "answer.messages.roles-alternate": "User and assistant take turns, whatever the history.",
}

CHECK: Mapping[str, str] = {
    "check.citations.every-number-exists": (
        "A number that no source has is an error, at its place in the answer."
    ),
    "check.citations.no-source-at-all-is-a-warning": (
        "An answer that cites nothing although there are sources gets one warning."
    ),
    "check.quotes.are-found-to-the-character": (
        "A quote is found however it is spaced, with its exact place and snapshot."
    ),
    "check.quotes.a-misquote-is-an-error": (
        "Quoted words that stand in nothing that was read are an error."
    ),
    "check.quotes.a-wrong-source-is-a-warning": (
        "Quoted words that stand in another source than the cited one are a warning."
    ),
}

PLUGINS: Mapping[str, str] = {
    "plugins.registry.a-dropped-file-is-found": (
        "A file dropped on a shelf is a plug-in, with no other edit."
    ),
    "plugins.registry.entry-points-are-found": (
        "An installed package's entry point is a plug-in like those of the shelf."
    ),
    "plugins.registry.a-missing-extra-is-told": (
        "A plug-in whose extra is not installed is listed with the command that installs it."
    ),
    "plugins.registry.a-broken-plug-in-is-an-error": (
        "A plug-in that cannot be loaded for any other reason is an error, never passed over."
    ),
    "plugins.registry.a-name-is-taken-once": "Two plug-ins of one name are an error.",
    "plugins.wikipedia.edition-is-the-querys-language": (
        "Wikipedia is asked in the edition of the query's language, and a language cannot "
        "lead to another host."
    ),
    "plugins.wikipedia.an-error-is-never-empty": (
        "An error in a 200 answer of the MediaWiki API is told as one, never as nothing found."
    ),
    "plugins.wikipedia.snippets-are-plain-text": (
        "Snippets and titles of hits hold no markup and no line break."
    ),
    "plugins.registry.nobody-is-asked-who-has-no-endpoint": (
        "A provider that declares no endpoint is asked only where the operator configured one."
    ),
    "plugins.searxng.the-query-is-posted": (
        "What is looked for stands in the body of the request, never in an address."
    ),
    "plugins.searxng.failed-engines-are-named": (
        "Engines that failed are named with their codes, with results and without."
    ),
    "plugins.searxng.the-counter-is-not-believed": (
        "Results count, whatever the instance says of their number."
    ),
    "plugins.searxng.json-switched-off-is-misconfigured": (
        "An instance without JSON is `provider_misconfigured`, with the setting that mends it."
    ),
    "plugins.news-feeds.declared-entities-are-not-expanded": (
        "Entities that a feed declares for itself stay as they are written."
    ),
    "plugins.llm.pieces-come-as-they-are-said": (
        "A model's reply comes piece by piece while it is still being written."
    ),
    "plugins.llm.closing-the-stream-frees-the-model": (
        "When a stream is closed or its run cancelled, the model's server sees the connection end."
    ),
    "plugins.llm.any-framing-gives-the-same-words": (
        "However the bytes of a stream are cut, the words are the same."
    ),
    "plugins.llm.what-does-not-come-is-unavailable": (
        "A model that refuses, fails, breaks off or falls silent is `model_unavailable`."
    ),
    "plugins.llm.the-wrong-form-is-unusable": (
        "A model's reply of the wrong form is `model_unusable`, never an empty text."
    ),
    "plugins.llm.the-key-stays-in-its-header": (
        "A model's key is sent in its header and shown nowhere."
    ),
    "plugins.llm.window-as-the-server-tells-it": (
        "The window is the one that a server says it runs with, never the one a model was "
        "trained on; none when it does not say."
    ),
    "plugins.wikipedia.an-operators-wiki-is-asked-instead": (
        "A wiki that the operator names is asked instead of Wikipedia's."
    ),
    "plugins.registry.providers-are-set-up-as-configured": (
        "A provider is set up with the operator's endpoint and key, and its origin is told "
        "to the door."
    ),
    "plugins.registry.a-named-provider-is-never-left-out": (
        "A provider that the operator named and that cannot work is an error, never left out."
    ),
}

STORES: Mapping[str, str] = {
    "stores.life.a-value-comes-back-until-it-expires": (
        "A value comes back until its time to live is over, by the clock that was given."
    ),
    "stores.atomic.one-winner": "Of many that put a key if it is absent, one wins.",
    "stores.atomic.compare-and-set": "Compare-and-set replaces only the value that it expects.",
    "stores.atomic.no-count-is-lost": "A counter loses no addition, however many add at once.",
    "stores.counters.life-runs-from-the-start": (
        "A counter's life runs from its start, not from its last addition."
    ),
    "stores.list.a-prefix-is-literal": (
        "A prefix of keys is taken literally, % and _ included, and capitals count."
    ),
    "stores.bounds.least-recently-used-goes": (
        "When a store is full, what was used longest ago goes first."
    ),
    "stores.bounds.bytes-are-bounded": (
        "A store holds no more bytes, of keys and values together, than it may."
    ),
    "stores.sqlite.processes-share-it": (
        "Processes share one file: no count is lost and one of them wins, even when all "
        "start at once."
    ),
    "stores.sqlite.outlives-its-process": "What a file store keeps is there for the next process.",
    "stores.sqlite.the-file-is-its-owners": "No file of the store can be read by another user.",
    "stores.sqlite.a-strange-file-is-bad-config": (
        "A file that is no store, or one of a later release, is refused and left alone."
    ),
}

ENGINE: Mapping[str, str] = {
    "engine.research.from-question-to-context": (
        "A question becomes a numbered context that holds the answer, inside its budget."
    ),
    "engine.passages.every-quote-is-proved": (
        "Every passage is a span of the document of its snapshot, by offset."
    ),
    "engine.pages.a-failure-starts-the-next": (
        "A page that cannot be read is an outcome with its code, and the next one is read."
    ),
    "engine.evidence.nothing-found-is-said": (
        "A search that looked and found nothing is told as such, not as a failure."
    ),
    "engine.evidence.a-refusal-is-never-empty": (
        "A provider that refuses is an outcome with its code, never nothing found."
    ),
    "engine.deadline.what-came-in-time-is-kept": (
        "At the deadline the run ends with what came in time."
    ),
    "engine.prefilter.a-greeting-asks-nobody": "A greeting makes no search and no request.",
    "engine.plugins.one-that-breaks-harms-no-other": (
        "A provider that breaks is `internal`, and the others keep their hits."
    ),
    "engine.events.no-question-and-no-url": (
        "Events carry neither the question nor a URL, unless the sink asks for URLs."
    ),
    "engine.ledger.says-what-left": "The ledger names every host that was asked in a run.",
    "engine.ask.without-a-model-sentences-are-quoted": (
        "Without a model the answer is sentences of the sources, quoted by offset."
    ),
    "engine.providers.documented-concurrency-is-kept": (
        "A provider is asked by no more at a time than it documents, over all runs of an engine."
    ),
    "engine.model.a-server-that-drips-is-unavailable": (
        "A model that never finishes is `model_unavailable` when its time is up."
    ),
    "engine.close.ends-what-still-runs": (
        "An engine that is closed ends the runs that are going on, as `cancelled`."
    ),
    "engine.workers.nothing-outlives-the-engine": (
        "When the engine is closed, no process that it started is left."
    ),
    "engine.replay.gives-the-same-context-to-the-byte": (
        "A recorded run replays offline to the same context, to the byte, as often as asked."
    ),
    "engine.replay.what-time-ended-ends-again": (
        "A page that time ended in the recorded run ends there again, and no other is asked for."
    ),
    "engine.replay.a-different-result-is-told": (
        "A replay says whether its result is the recorded one."
    ),
    "engine.replay.asks-exactly-the-recorded-providers": (
        "A replay asks the providers that were asked, and is `replay_missing` without one of them."
    ),
    "engine.answer.a-refusal-is-told-as-one": (
        "A refused search, an empty one and none at all are three different answers."
    ),
    "engine.plugins.a-reply-of-the-wrong-shape-is-told": (
        "A reply of the wrong shape is that provider's failure, and harms no other."
    ),
    "engine.replay.what-was-not-recorded-is-named": (
        "A page or question that was not recorded is `replay_missing`, and a page is named."
    ),
    "engine.replay.a-file-that-is-no-recording-is-told": (
        "A file that is no recording is `bad_recording`."
    ),
    "engine.replay.the-model-answers-from-the-recording": (
        "A model's answer replays without the model, and its key is nowhere in the recording."
    ),
}

DEMO: Mapping[str, str] = {
    "demo.web.is-wide-and-small": (
        "The recorded web has 40 pages on 12 hosts in 8 languages at least, in less than 1 MB."
    ),
    "demo.web.has-the-nuisances": (
        "A copy, a wall, a shell, a PDF, a slow and a dead page are in it, each told by its code."
    ),
    "demo.questions.the-answer-is-first-or-second": (
        "In every language the answering passage is the first or the second of the context."
    ),
    "demo.questions.a-quote-stands-in-the-stored-bytes": (
        "The answering words stand in the recorded bytes, at their offsets."
    ),
    "demo.questions.nothing-found-is-said": "A question that nobody can answer finds nothing.",
    "demo.questions.a-conflict-shows-both-figures": (
        "Where two independent pages disagree, the context holds both figures."
    ),
    "demo.questions.hidden-instructions-stay-out": (
        "What a page hides from its readers is in no context, and no line of it opens a source."
    ),
    "demo.questions.a-deep-answer-is-found": (
        "The answer near the end of a page of 40,000 characters is found."
    ),
}

CLI: Mapping[str, str] = {
    "cli.ask.the-answer-then-who-says-it-then-how": (
        "The answer comes first, then the numbered sources, then what was asked, read and "
        "refused, and why."
    ),
    "cli.pages.one-that-fails-leaves-its-snippet-marked": (
        "A page that cannot be read leaves its snippet, marked as such."
    ),
    "cli.json.one-object-however-the-run-ends": (
        "With `--json` stdout is one JSON object, however the run ends."
    ),
    "cli.json.each-key-is-explained": "Every key of the JSON stands in docs/json.md.",
    "cli.errors.one-sentence-and-no-traceback": (
        "A mistake is one sentence on stderr that says what is wrong and what to do; stdout "
        "stays clean."
    ),
    "cli.offline.leads-to-the-demo": (
        "Without a network the command names the demo and exits with 4."
    ),
    "cli.interrupt.shows-what-is-there": (
        "Ctrl-C ends the network, shows what is there and exits with 130."
    ),
    "cli.pipe.closed-early-is-quiet": "A reader that leaves early causes no traceback.",
    "cli.streams.any-encoding-will-do": (
        "No character stops the output, whatever the stream can hold; JSON loses none."
    ),
    "cli.streams.a-page-cannot-steer-the-terminal": (
        "Nothing that a page, a provider or a file wrote reaches a terminal as a control character."
    ),
    "cli.streams.styles-only-where-a-person-watches": (
        "A terminal gets styles and moving stages, a pipe plain text, and `NO_COLOR` is kept."
    ),
    "cli.replay.every-kind-of-run": "A recording is listed, and each kind of run in it replays.",
    "cli.read.a-file-is-read-as-a-page-is": (
        "A file is read in a child process, by the same readers as a page."
    ),
    "cli.find.literal-and-how-many-more": (
        "A text is found literally, whatever its case, and places beyond the limit are counted."
    ),
    "cli.config.flags-environment-file-defaults": (
        "A flag wins over the environment, that over the file, that over the default."
    ),
    "cli.config.never-from-the-working-directory": (
        "No configuration is read from the working directory."
    ),
    "cli.config.a-key-is-its-owners-alone": (
        "A file that holds a key and that others can read is refused."
    ),
    "cli.config.shows-origins-and-no-secret": (
        "`config show` gives each value with its origin, and no secret."
    ),
    "cli.doctor.sends-nothing-unless-asked": (
        "`doctor` sends nothing without `--live`, and then one request a provider."
    ),
    "cli.doctor.names-what-mends-it": (
        "`doctor` names what is missing with the one line that mends it, and stands a broken "
        "configuration."
    ),
    "cli.demo.an-unknown-question-lists-the-known": (
        "A question that the demo web does not know is told kindly, with those that it knows."
    ),
    "cli.start.help-imports-no-engine": (
        "`citewell --help` imports neither the engine nor what draws on a terminal."
    ),
    "cli.docs.each-command-option-and-exit-code": (
        "Every command, option and exit code stands in docs/cli.md."
    ),
}

HOUSE: Mapping[str, str] = {
    "house.import.costs-next-to-nothing": "Importing the package loads nothing heavy.",
    "house.sync.refuses-inside-a-loop": (
        "The blocking calls refuse inside a running event loop and say to await."
    ),
    "house.layout.the-tree-is-the-plan": "The top of the package holds what the plan names.",
    "house.layout.a-stray-module-breaks-the-build": "A stray `utils.py` is found.",
    "house.errors.nothing-is-swallowed-away-from-the-edges": (
        "Only the doors, the workers and one place in the engine catch every exception."
    ),
    "house.contracts.data-flows-down": "Imports follow the plan of the house.",
    "house.contracts.a-wrong-import-breaks-the-build": (
        "A provider with a socket, a stage importing another, a clock in a pure part: each fails."
    ),
    "house.promises.each-has-a-test-and-an-origin": (
        "Every promise has a test and an origin, and every test names promises that exist."
    ),
    "house.docs.each-setting-code-event-and-plug-in-is-named": (
        "A setting, error code, event or plug-in that the docs do not name fails the build."
    ),
    "house.tooling.ci-runs-the-test-command-of-the-readme": (
        "CI calls the very test command that the README gives."
    ),
    "house.tooling.the-lock-holds-versions-and-hashes-only": (
        "The lock names versions and hashes, and no address of an index."
    ),
    "house.tooling.a-python-counts-only-if-it-runs": (
        "A Python is found only if it runs; a shim that fails is passed over."
    ),
    "house.floors.a-lower-figure-fails": (
        "A measured figure under its floor fails the gate of the benchmarks."
    ),
    "house.floors.only-rise": (
        "A floor is raised to what was measured and never lowered; nothing is written when any "
        "figure fell."
    ),
    "house.floors.other-data-is-not-compared": (
        "Floors set on one data set are never compared with figures on another: that is said and "
        "skipped."
    ),
    "house.runs.name-no-machine": (
        "A kept benchmark run names processor, versions and data hash, but no path, host or user."
    ),
    "house.start.times-fail-only-far-beyond-their-target": (
        "Start-up times are printed as medians and fail only beyond three times their target."
    ),
}

AREAS: tuple[Mapping[str, str], ...] = (
    MODEL,
    TEXT,
    FETCH,
    RECORD,
    WORKERS,
    READ,
    PLAN,
    SEARCH,
    RANK,
    CONTEXT,
    ANSWER,
    CHECK,
    PLUGINS,
    STORES,
    ENGINE,
    DEMO,
    CLI,
    HOUSE,
)

PROMISES: Mapping[str, str] = {
    identifier: sentence for area in AREAS for identifier, sentence in area.items()
}
