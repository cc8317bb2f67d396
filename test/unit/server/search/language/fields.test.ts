import { describe, expect, test } from 'vitest';
import { FIELDS } from '../../../../../mappings/search/fields.ts';
import { parse } from '../../../../../server/search/language/parse.ts';
import { print } from '../../../../../server/search/language/print.ts';
import { outline, refusal } from './outline.ts';
import { bare } from './tree.ts';

const MD5 = '1B2M2Y8AsgTpgAmY7PhCfg==';
const SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const SHA256_BASE64 = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

describe('words', () => {
  test.each([
    ['kern*', '[kern]*'],
    ['"custom kern"*', '[custom kern]*'],
    ['“custom kern”* x', 'and([custom kern]* [x])'],
    ['"kern*" "a"bbb*', 'and([kern*] [a] [bbb]*)'],
    ['-kern* (a|abc*)', 'and(not([kern]*) or([a] [abc]*))'],
    ['anon-san*', '[anon-san]*'],
    ['ééé* 日本語*', 'and([ééé]* [日本語]*)'],
    ['subject:kern* op.comment:"a kern"*', 'and(subject=[kern]* op.comment=[a kern]*)'],
    ['file:cat.jpg name:"a b"', 'and(file=[cat.jpg] name=[a b])'],
    ['a AND b AND -c', 'and([a] [b] not([c]))'],
    ['a AND b OR c', 'or(and([a] [b]) [c])'],
    ['and or not', 'and([and] [or] [not])'],
    ['file:*paper* -subject:*kern', 'and(file=*[paper]* not(subject=*[kern]))'],
    ['(title:*kern*|file:*"my pap"*)', 'or(subject=*[kern]* file=*[my pap]*)'],
    ['(file:*a(b)c*)', 'file=*[a(b)c]*'],
    ['subject:* subject:** "*kern*" *kern*', 'and(subject=[*] subject=[**] [*kern*] [*kern]*)'],
  ])('%s', (text, drawn) => {
    expect(outline(text)).toBe(drawn);
  });

  test.each([
    ['ke*', 0, 3, 'ke'],
    ['foo (a OR "b c"*)', 10, 16, 'foo (a OR "b c")'],
    ['subject:x*', 0, 10, 'subject:x'],
    ['c#ab* x*', 0, 5, 'c#ab x*'],
  ])('%s has too few letters before the star', (text, start, end, suggestion) => {
    expect(refusal(text)).toMatchObject({ code: 'prefix_short', span: { start, end }, suggestion });
  });
});

describe('parts of words', () => {
  test.each([
    ['file:*ab*', 'prefix_short', 'file:ab'],
    ['subject:*日本*', 'prefix_short', 'subject:日本'],
    ['-subject:*"a b"', 'prefix_short', '-subject:"a b"'],
    ['comment:*kern*', 'value_wrong', 'comment:kern*'],
    ['x op.subject:*kern', 'value_wrong', 'x op.subject:kern'],
    ['file:*some*where*', 'value_wrong', '(file:*some* file:*where*)'],
    ['file:*paper*.jpg', 'value_wrong', '(file:*paper* ext:jpg)'],
  ])('%s is refused', (text, code, suggestion) => {
    expect(refusal(text)).toMatchObject({ code, suggestion });
    expect(refusal(text).message).toMatch(/\.$/);
  });

  test('in a bare word are searched as its beginning, with a hint', () => {
    const [hint] = parse('a *kern*').hints;
    expect(hint).toMatchObject({ code: 'wildcard_leading', suggestion: 'a (subject:*kern* OR file:*kern*)' });
    expect(parse('f**k ***').hints).toEqual([]);
  });
});

describe('quoted posts', () => {
  test.each([
    ['>>123', 'quotes=/123'],
    ['>>>/G/123', 'quotes=g/123'],
    ['-(>>1 OR >>2)', 'not(or(quotes=/1 quotes=/2))'],
    ['quotes:123 quotes:>>123 quotes:g/123', 'and(quotes=/123 quotes=/123 quotes=g/123)'],
    ['quotes:/g/123 quotes:>>>/g/123', 'and(quotes=g/123 quotes=g/123)'],
    ['quoted-by:123 quotedby:g/1', 'and(quoted-by=/123 quoted-by=g/1)'],
    ['">>123" >>123,4 >>123?', 'and([>>123] [>>123,4] [>>123?])'],
  ])('%s', (text, drawn) => {
    expect(outline(text)).toBe(drawn);
  });

  test.each([
    ['quotes:x', null],
    ['quotes:0', null],
    ['quotes:99999999999999999', null],
    ['-quotes:1,g/2', '-(quotes:1 OR quotes:g/2)'],
  ])('%s is not a post', (text, suggestion) => {
    expect(refusal(text)).toMatchObject({ code: 'value_unknown', suggestion });
  });
});

describe('kinds', () => {
  test.each([
    ['is:op,reply', 'or(is=op is=reply)'],
    ['IS:File-Deleted', 'is=file-deleted'],
    ['-is:sticky,closed x', 'and(not(or(is=sticky is=closed)) [x])'],
    ['is:ghost OR is:spoiler,archived', 'or(is=ghost is=spoiler is=archived)'],
    ['has:image,video has:link', 'and(or(has=image has=video) has=link)'],
    ['is:op is:reply', 'and(is=op is=reply)'],
    ['is:op,', 'is=op'],
  ])('%s', (text, drawn) => {
    expect(outline(text)).toBe(drawn);
  });

  test.each([
    ['is:pinned', 'is:sticky'],
    ['is:locked,op', 'is:closed,op'],
    ['has:picture', 'has:image'],
    ['has:op', 'is:op'],
    ['is:deletd', 'is:deleted'],
    ['has:nothing', null],
    ['is:,', null],
    ['is:op*', 'is:op'],
    ['group:threads', 'group:thread'],
    ['sort:oldest', 'sort:old'],
  ])('%s is invalid', (text, suggestion) => {
    expect(refusal(text)).toMatchObject({ code: 'value_unknown', suggestion });
  });

  test('each of several values has its own position', () => {
    expect(refusal('is:op,opp')).toMatchObject({ span: { start: 6, end: 9 }, suggestion: 'is:op,op' });
  });
});

describe('values that are compared as a whole', () => {
  test.each([
    ['trip:!Ep8pui8Vw2', 'trip=[!Ep8pui8Vw2]'],
    ['trip:Ep8pui8Vw2', 'trip=[!Ep8pui8Vw2],[!!Ep8pui8Vw2]'],
    ['trip:!!a,!b,!b', 'trip=[!!a],[!b]'],
    ['email:"a, b",sage,"*"', 'email=[a, b],[sage],[*]'],
    ['id:ID:ZcZ1gRnS', 'id=[ZcZ1gRnS]'],
    ['identity:"Ann Lee",bo person:ann', 'and(identity=[Ann Lee],[bo] identity=[ann])'],
    ['-identities:ann', 'not(identity=[ann])'],
    ['country:de country:uk,usa', 'and(country=[DE] country=[GB],[US])'],
    ['country:Germany country:"United States"', 'and(country=[DE] country=[US])'],
    [`country:turkiye country:"Cote d'Ivoire"`, 'and(country=[TR] country=[CI])'],
    ['country:TROLL:NZ country:atlantis', 'and(country=[troll:nz] country=[ATLANTIS])'],
    ['capcode:mod,Admin,V,x', 'capcode=[M],[A],[V],[X]'],
    ['capcode:developer capcode:ver', 'and(capcode=[D] capcode=[V])'],
    ['ext:.JPG,*.webm', 'ext=[jpg],[webm]'],
    ['ext:jpeg', 'ext=[jpeg],[jpg]'],
    [`md5:${MD5}`, `md5=[${MD5}]`],
    ['md5:1B2M2Y8AsgTpgAmY7PhCfg', `md5=[${MD5}]`],
    ['md5:D41D8CD98F00B204E9800998ECF8427E', `md5=[${MD5}]`],
    ['md5:Y-vxZgoBHLQWtNj6VlGPdw', 'md5=[Y+vxZgoBHLQWtNj6VlGPdw==]'],
    [`sha256:${SHA256.toUpperCase()}`, `sha256=[${SHA256}]`],
    [`sha256:${SHA256_BASE64}`, `sha256=[${SHA256}]`],
    ['sha256:47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU', `sha256=[${SHA256}]`],
    ['domain:https://www.Example.org:8080/a?b', 'domain=[example.org]'],
    ['domain:bücher.example,x.org.', 'domain=[xn--bcher-kva.example],[x.org]'],
  ])('%s', (text, drawn) => {
    expect(outline(text)).toBe(drawn);
  });

  test.each([
    ['trip:*', 'value_wrong', 'has:trip'],
    ['-ext:*', 'value_wrong', '-has:file'],
    ['identity:*', 'value_wrong', null],
    ['trip:!Ep8*', 'value_wrong', 'trip:!Ep8'],
    ['trip:""', 'value_unknown', null],
    ['trip:,', 'value_unknown', null],
    ['capcode:user', 'value_unknown', null],
    ['md5:abc', 'value_unknown', null],
    // A changed last letter: the value decodes to more than sixteen bytes.
    ['md5:1B2M2Y8AsgTpgAmY7PhCfh==', 'value_unknown', null],
    [`md5:${SHA256}`, 'value_unknown', `sha256:${SHA256}`],
    [`sha256:${MD5}`, 'value_unknown', `md5:${MD5}`],
    ['domain:"a b"', 'value_unknown', null],
  ])('%s is invalid', (text, code, suggestion) => {
    expect(refusal(text)).toMatchObject({ code, suggestion });
  });
});

describe('numbers', () => {
  test.each([
    ['width:1920', 'width=1920..1920'],
    ['width:>=1920 height:>1080', 'and(width=1920.. height=1081..)'],
    ['replies:<100 images:<=5', 'and(replies=..99 images=..5)'],
    ['posters:≥3 length:≤9 length:=7', 'and(posters=3.. length=..9 length=7..7)'],
    ['width:100..200 width:100.. width:..200', 'and(width=100..200 width=100.. width=..200)'],
    ['width:5..5', 'width=5..5'],
    ['size:1mb..5MiB', 'size=1000000..5242880'],
    ['size:>1.5kb size:<=2KiB size:3b', 'and(size=1501.. size=..2048 size=3..3)'],
    ['size:1g size:2gib', 'and(size=1000000000..1000000000 size=2147483648..2147483648)'],
    ['num:123 thread:123 since4pass:2017', 'and(num=123..123 thread=123..123 since4pass=2017..2017)'],
    ['subject.length:<10', 'subject.length=..9'],
    ['num:9007199254740991', 'num=9007199254740991..9007199254740991'],
    ['width:007', 'width=7..7'],
    ['num:1,2', 'or(num=1..1 num=2..2)'],
    ['-num:1,2..4,', 'not(or(num=1..1 num=2..4))'],
    ['thread:"1,2" num:1,000', 'and(or(thread=1..1 thread=2..2) or(num=1..1 num=0..0))'],
    ['width:1920,>3000 replies:1,20', 'and(or(width=1920..1920 width=3001..) or(replies=1..1 replies=20..20))'],
  ])('%s', (text, drawn) => {
    expect(outline(text)).toBe(drawn);
  });

  test.each([
    ['width:x', 'number_unreadable', 6, 7, null],
    ['width:-5', 'number_unreadable', 6, 8, null],
    ['width:..', 'number_unreadable', 6, 8, null],
    ['width:1..2..3', 'number_unreadable', 6, 13, null],
    ['width:>', 'number_unreadable', 6, 7, null],
    ['width:5kb', 'number_unreadable', 6, 9, null],
    ['size:5tb', 'number_unreadable', 5, 8, null],
    ['width:1920px', 'number_unreadable', 6, 12, 'width:1920'],
    ['width:1.5', 'number_unreadable', 6, 9, 'width:1'],
    ['width:٣', 'number_unreadable', 6, 7, null],
    ['replies:>1,000', 'number_unreadable', 8, 14, 'replies:>1000'],
    ['replies:1,000..2,000', 'number_unreadable', 8, 20, 'replies:1000..2000'],
    ['replies:100+', 'number_unreadable', 8, 12, 'replies:>=100'],
    ['replies:100-200', 'number_unreadable', 8, 15, 'replies:100..200'],
    ['num:>>123', 'number_unreadable', 4, 9, 'num:123'],
    ['num:1,x', 'number_unreadable', 4, 7, null],
    ['thread:g/1,g/2', 'number_unreadable', 7, 14, '(thread:g/1 OR thread:g/2)'],
    ['thread:g/12', 'number_unreadable', 7, 11, 'board:g thread:12'],
    ['-thread:/g/12', 'number_unreadable', 8, 13, '-(board:g thread:12)'],
    ['width:5..1', 'range_empty', 6, 10, 'width:1..5'],
    ['size:5mb..1mb', 'range_empty', 5, 13, 'size:1mb..5mb'],
    ['width:<0', 'range_empty', 6, 8, 'width:0'],
    ['num:9007199254740992', 'number_too_large', 4, 20, null],
    ['num:>9007199254740991', 'number_too_large', 4, 21, null],
    ['size:99999999gb', 'number_too_large', 5, 15, null],
    [`num:${'9'.repeat(40)}`, 'number_unreadable', 4, 44, null],
  ])('%s', (text, code, start, end, suggestion) => {
    expect(refusal(text)).toMatchObject({ code, span: { start, end }, suggestion });
  });

  test.each([
    ['size:1000000', 'size:1mb'],
    ['size:1048576..5242880', 'size:1mib..5mib'],
    ['size:>1kb', 'size:>=1001'],
    ['size:0', 'size:0'],
    ['size:1024', 'size:1024'],
    ['width:<5', 'width:<=4'],
  ])('%s prints as %s', (text, printed) => {
    expect(print(parse(text))).toBe(printed);
  });
});

describe('names of fields', () => {
  test.each(FIELDS.flatMap((field) => field.aliases.map((alias) => [alias, field] as const)))(
    '%s is an alias',
    (alias, { name, examples: [[example]] }) => {
      const other = parse(example.replace(name, alias.toUpperCase()));
      expect(bare(other)).toEqual(bare(parse(example)));
    },
  );

  test('fields do not share names', () => {
    const names = FIELDS.flatMap((field) => [field.name, ...field.aliases]);
    expect(new Set(names).size).toBe(names.length);
  });
});

function hintsOf(text: string): readonly (readonly [code: string, suggestion: string | null])[] {
  return parse(text).hints.map(({ code, suggestion }) => [code, suggestion]);
}

describe('hints', () => {
  test.each([
    ['baord:g', 'field_near', 'board:g'],
    ['foo -Tripcod:x', 'field_near', 'foo -trip:x'],
    ['repliess:>5', 'field_near', 'replies:>5'],
    ['(op.subjet:x)', 'field_near', '(op.subject:x)'],
    ['width>=1920', 'colon_missing', 'width:>=1920'],
    ['replies=5', 'colon_missing', 'replies:5'],
    ['foo NOT bar', 'not_operator', 'foo -bar'],
    ['NOT -bar', 'not_operator', '-bar'],
    ['tea deleted:yes', 'is_or_has', 'tea is:deleted'],
    ['Sticky:false', 'is_or_has', '-is:sticky'],
    ['image:true', 'is_or_has', 'has:image'],
    ['w:1920', 'field_near', 'width:1920'],
    ['h:>=1080', 'field_near', 'height:>=1080'],
    ['w:sky', 'field_near', 'board:w sky'],
    ['w:', 'field_near', 'board:w'],
    ['b:g', 'field_near', 'board:g'],
    ['file:*.webm', 'wildcard_leading', 'ext:webm'],
    ['ext:jpgg', 'ext_unknown', 'ext:jpg'],
    ['-ext:video', 'ext_unknown', '-has:video'],
    ['cat *.PNG', 'wildcard_leading', 'cat ext:png'],
    ['tea 12345678', 'post_number', 'tea num:12345678'],
    ['No.12345678', 'post_number', 'num:12345678'],
    ['country:nowhere', 'country_unknown', null],
    ['country:DE,grmany', 'country_unknown', 'country:DE,DE'],
    ['country:qq', 'country_unknown', null],
  ])('%s', (text, code, suggestion) => {
    expect(hintsOf(text)).toEqual([[code, suggestion]]);
  });

  test('are absent for unambiguous words', () => {
    const quiet =
      'http://example.org/a?b=c re:zero std::string 12:30 x>5 "baord:g" not game:x note: a>b foo:bar :: :x ' +
      's://x f:\\dir deleted:maybe 2019 12345 "12345678" country:de,finland,XE,troll:nz file:"*.webm" x:1 NOT';
    expect(hintsOf(quiet)).toEqual([]);
  });

  test('have the position, and are at most four', () => {
    expect(parse('a baord:g').hints[0]?.span).toEqual({ start: 2, end: 9 });
    expect(hintsOf('baord:g '.repeat(9))).toHaveLength(4);
  });
});
