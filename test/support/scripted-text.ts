/** Texts that would run a script if a page inserted them as HTML: each calls `xss()`, which tests record. */
import { IS_FULL } from './full-counts.ts';
import { HOSTILE_FORMULAS } from './hostile-formulas.ts';

const TAGS = [
  'img src=x',
  'svg',
  'iframe src=x',
  'video src=x',
  'audio src=x',
  'input autofocus',
  'details open',
  'body',
  'object data=x',
  'embed src=x',
  'marquee',
  'select autofocus',
  'textarea autofocus',
  'math',
  'a href=# tabindex=1',
  'button autofocus',
  'form',
  'style',
  'link rel=stylesheet href=x',
  'custom-element contenteditable',
] as const;

const HANDLERS = [
  'onerror',
  'onload',
  'onfocus',
  'onmouseover',
  'onpointerenter',
  'ontoggle',
  'onclick',
  'onanimationstart',
  'onbeforeinput',
  'onstart',
] as const;

const SCHEMES = [
  'javascript:xss()',
  'JaVaScRiPt:xss()',
  ' javascript:xss()',
  'java\tscript:xss()',
  'java\nscript:xss()',
  '\u0001javascript:xss()',
  'javascript&colon;xss()',
  '&#106;avascript:xss()',
  '&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;xss()',
  'javascript:/*--></title></style></textarea></script>*/xss()',
  'javascript://%0axss()',
  'data:text/html,<script>xss()</script>',
  'data:text/html;base64,PHNjcmlwdD54c3MoKTwvc2NyaXB0Pg==',
  'data:image/svg+xml,<svg onload=xss()>',
  'vbscript:xss()',
  'blob:xss()',
  '//evil.invalid/"onmouseover="xss()',
  'https://evil.invalid/"><script>xss()</script>',
] as const;

const LINKS = [
  (scheme: string) => `<a href="${scheme}">here</a>`,
  (scheme: string) => `<a href='${scheme}' class="quotelink">&gt;&gt;1</a>`,
  (scheme: string) => `<iframe src="${scheme}"></iframe>`,
  (scheme: string) => `<form action="${scheme}"><button>go</button></form>`,
  (scheme: string) => `[url=${scheme}]here[/url] ${scheme}`,
] as const;

const BREAKERS = ['"', "'", '`', '">', "'>", '"/>', '\\"', '&quot;', '</a>', '-->'] as const;

const ALONE = [
  '<script>xss()</script>',
  '<SCRIPT SRC=data:,xss()></SCRIPT>',
  '<scr<script>ipt>xss()</scr</script>ipt>',
  '<script\n>xss()</script\n>',
  '</script><script>xss()</script>',
  '</title><script>xss()</script>',
  '</textarea><script>xss()</script>',
  '</noscript><script>xss()</script>',
  '</style><script>xss()</script>',
  '<!--><script>xss()</script>-->',
  '<![CDATA[><script>xss()</script>]]>',
  '<svg><script>xss()</script></svg>',
  '<svg><script href=data:,xss() /></svg>',
  '<svg><animate onbegin=xss() attributeName=x dur=1s>',
  '<svg><set attributeName=href to=javascript:xss()>',
  '<svg><use href="data:image/svg+xml,<svg id=x><script>xss()</script></svg>#x"></use></svg>',
  '<math><mi xlink:href="javascript:xss()">click</mi></math>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=xss()&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=xss()>',
  '<noscript><p title="</noscript><img src=x onerror=xss()>">',
  '<template><script>xss()</script></template>',
  '<base href="javascript:xss()//">',
  '<meta http-equiv="refresh" content="0;url=javascript:xss()">',
  '<meta http-equiv="refresh" content="0;url=data:text/html,<script>xss()</script>">',
  '<style>@import "javascript:xss()";</style>',
  '<style>*{background:url("javascript:xss()")}</style>',
  '<div style="background:url(javascript:xss())">x</div>',
  '<div style="width:expression(xss())">x</div>',
  '<xml id=x><x><script>xss()</script></x></xml>',
  '<table background="javascript:xss()"><tr><td>x</table>',
  '<img src=`javascript:xss()`>',
  '<img """><script>xss()</script>">',
  '<img src=x onerror=&#120;&#115;&#115;()>',
  '<img src=x onerror="\u0078ss()">',
  '<img/src=x/onerror=xss()>',
  '<img\u000csrc=x\u000conerror=xss()>',
  '<<img src=x onerror=xss()>>',
  '＜script＞xss()＜/script＞',
  '%3Cscript%3Exss()%3C/script%3E',
  '&lt;script&gt;xss()&lt;/script&gt;',
  '&amp;lt;script&amp;gt;xss()&amp;lt;/script&amp;gt;',
  '\\u003cscript\\u003exss()\\u003c/script\\u003e',
  "{{constructor.constructor('xss()')()}}",
  '${xss()}',
  '#{xss()}',
  '<%= xss() %>',
  "';xss()//",
  '";xss()//',
  '`;xss()//',
  '\u2028xss()\u2029',
  '{"__html":"<img src=x onerror=xss()>"}',
  '__proto__',
  '<mark><img src=x onerror=xss()></mark>',
  '\ue000<img src=x onerror=xss()>\ue001',
  '<span class="spoiler"><img src=x onerror=xss()></span>',
  '<pre class="prettyprint"><script>xss()</script></pre>',
  '<span class="fortune" style="color:red;background:url(javascript:xss())">x</span>',
  '<table class="exif" id="exif1"><tr><td><script>xss()</script></td><td>x</td></tr></table>',
  '<a href="//boards.4chan.org/g/thread/1#p1" class="quotelink" onclick="xss()">&gt;&gt;1</a>',
  'jaVasCript:/*-/*`/*\\`/*\'/*"/**/(/* */oNcliCk=xss() )//%0D%0A//</stYle/</titLe/</teXtarEa/</scRipt/--!>\\x3csVg/<sVg/oNloAd=xss()//>\\x3e',
] as const;

/** Variants of the same tag that markup filters have let through. */
const FORMS = [
  (tag: string, handler: string) => `<${tag} ${handler}=xss()>`,
  (tag: string, handler: string) => `<${tag.toUpperCase()} ${handler.toUpperCase()}="xss()">`,
  (tag: string, handler: string) => `<${tag}\n${handler}\t=\r'xss()'>`,
  (tag: string, handler: string) => `<${tag.replaceAll(' ', '/')}/${handler}=xss()//`,
  (tag: string, handler: string) => `<${tag} ${handler}=&#x78;ss&lpar;&rpar;>`,
  (tag: string, handler: string) => `&lt;${tag} ${handler}=xss()&gt;`,
  (tag: string, handler: string) => `<!--<${tag} ${handler}=xss()>-->`,
  (tag: string, handler: string) => `<x title="<${tag} ${handler}=xss()>">`,
  (tag: string, handler: string) => `<svg><${tag} ${handler}=xss()></svg>`,
  (tag: string, handler: string) => `<math><mtext><${tag} ${handler}=xss()></mtext></math>`,
] as const;

/** Each tag and handler in one form, or in all of them at full count. */
const formsAt = (place: number) => (IS_FULL ? FORMS : FORMS.slice(place % FORMS.length, (place % FORMS.length) + 1));
const BEFORE = IS_FULL ? ['', ...BREAKERS] : [''];

/** More than 3,000 distinct texts at full count, and more than 300 of the same kinds in `npm test`. */
export const SCRIPTED_TEXTS: readonly string[] = [
  ...new Set([
    ...ALONE,
    ...HOSTILE_FORMULAS.map((tex, place) => (place % 2 === 0 ? `[math]${tex}[/math]` : `[eqn]${tex}[/eqn]`)),
    ...TAGS.flatMap((tag, row) =>
      HANDLERS.flatMap((handler, column) => formsAt(row + column).map((form) => form(tag, handler))),
    ),
    ...SCHEMES.flatMap((scheme) => LINKS.flatMap((link) => BEFORE.map((quote) => quote + link(scheme)))),
    ...BREAKERS.flatMap((quote) => [
      `${quote} onmouseover=xss() x=${quote}`,
      `${quote}><img src=x onerror=xss()>`,
      `${quote} autofocus onfocus=xss() `,
    ]),
  ]),
];
