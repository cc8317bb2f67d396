/**
 * Converts a comment's HTML like Asagi 1.3.0, step by step. The rules come from its documentation and from databases that it wrote.
 */
type Rule = readonly [pattern: RegExp, to: string];

const RULES: readonly Rule[] = [
  [/\[(\/?)(spoiler|code|banned|moot)\]/g, '[$1$2:lit]'],
  [/<span class="abbr">.*?<\/span>/g, ''],
  [/<(?:b|strong) style="color: ?red;">(.*?)<\/(?:b|strong)>/g, '[banned]$1[/banned]'],
  [/<div style="padding: 5px;margin-left: \.5em;[^"]*">(.*?)<\/div>/g, '[moot]$1[/moot]'],
  [/<span class="fortune" style="color:(.*?)"><br><br><b>(.*?)<\/b><\/span>/g, '\n\n[fortune color="$1"]$2[/fortune]'],
  [/<b>(.*?)<\/b>/g, '[b]$1[/b]'],
  [/<strong>(.*?)<\/strong>/g, '[b]$1[/b]'],
  [/<pre[^>]*>/g, '[code]'],
  [/<\/pre>/g, '[/code]'],
  [/<span class="math">(.*?)<\/span>/g, '[math]$1[/math]'],
  [/<div class="math">(.*?)<\/div>/g, '[eqn]$1[/eqn]'],
  [/<font class="unkfunc">(.*?)<\/font>/g, '$1'],
  [/<span class="quote">(.*?)<\/span>/g, '$1'],
  [/<span class="(?:[^"]*)?deadlink">(.*?)<\/span>/g, '$1'],
  [/<a[^>]*>(.*?)<\/a>/g, '$1'],
  [/<span class="spoiler">(.*?)<\/span>/g, '[spoiler]$1[/spoiler]'],
  [/<span class="sjis">(.*?)<\/span>/g, '[shiftjis]$1[/shiftjis]'],
  [/<s>/g, '[spoiler]'],
  [/<\/s>/g, '[/spoiler]'],
  [/<br ?\/?>/g, '\n'],
  [/<wbr>/g, ''],
];

export function asagiText(html: string): string {
  const text = RULES.reduce((before, [pattern, to]) => before.replaceAll(pattern, to), html);
  return text
    .replaceAll(/&#(\d+);/g, (_, number: string) => String.fromCharCode(Number(number)))
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trimEnd();
}
