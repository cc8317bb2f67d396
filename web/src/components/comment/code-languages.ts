/** Detects the language of code and finds its coloured parts. Runs in a worker: code-worker.ts. */
import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import haskell from 'highlight.js/lib/languages/haskell';
import java from 'highlight.js/lib/languages/java';
import json from 'highlight.js/lib/languages/json';
import lisp from 'highlight.js/lib/languages/lisp';
import lua from 'highlight.js/lib/languages/lua';
import perl from 'highlight.js/lib/languages/perl';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scheme from 'highlight.js/lib/languages/scheme';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import x86asm from 'highlight.js/lib/languages/x86asm';
import xml from 'highlight.js/lib/languages/xml';
import { createLowlight } from 'lowlight';
import type { CodeKind, CodeRun } from './code-runs.ts';

/** C is read as C++ and JavaScript as TypeScript, their supersets: fewer candidates make better guesses. */
const LANGUAGES = {
  bash,
  cpp,
  csharp,
  css,
  diff,
  go,
  haskell,
  java,
  json,
  lisp,
  lua,
  perl,
  php,
  python,
  ruby,
  rust,
  scheme,
  sql,
  typescript,
  x86asm,
  xml,
};

/** A text must contain one of these signs to be a candidate for a language. Grammars alone find something in any prose. */
const SIGNS = {
  bash: /^#!.*sh\b|\$[\w({]|^\s*(?:[$#] )?(?:sudo|apt|apt-get|echo|cd|export|for \w+ in|git|make|curl|grep|chmod|if \[)\s/m,
  cpp: /^(?![^]*(?:public class|System\.out|import java))[^]*(?:#\s*(?:include|define|ifn?def)\b|[;{}]\s*(?:\n|$|\/[/*]))/,
  csharp: /\b(?:using [A-Z]|namespace |Console\.|string |get;|var )/,
  css: /\{[^{}]*[\w-]+\s*:[^{}]*[;}]/,
  diff: /^(?:@@ |diff |--- |\+\+\+ |Index: )/m,
  go: /^(?:package|import|func|type) |:=/m,
  haskell: /::|->|<-|^(?:module|import|data|instance) /m,
  java: /\b(?:public|private|protected|static|final|import java|System\.out|new)\b[^\n]*[;{]/,
  json: /^\s*[[{][^]*"/,
  lisp: /^\s*[(;'`#][^]*\(/,
  lua: /\b(?:local|function|elseif|then|end)\b[^\n]*[=(]/,
  perl: /[$@%]\w[^\n]*;|^(?:use|sub|my) /m,
  php: /<\?|\$\w+[^\n]*;/,
  python:
    /^\s*(?:def|class|for|if|elif|else|while|with|try|except)\b.*:\s*(?:$|#)|^\s*(?:import|from) [\w.]+|^\s*print\(|^>>> /m,
  ruby: /^\s*(?:def|end|require|module|class|puts|attr_\w+)\b/m,
  rust: /\b(?:fn|impl|let mut|pub|match|use \w+::)|println!/,
  scheme: /\((?:define|lambda|let|set!|call\/cc|display)[\s(*]/,
  sql: /^\s*(?:select|insert into|update|create (?:table|index|view)|delete from|alter table|with)\b[^]*\b(?:from|values|set|as|on|select|add)\b|^\s*create table/im,
  typescript: /\b(?:const|let|var|function|async|await)\s|=>|===|\b(?:document|console|window)\./,
  x86asm: /^\s*(?:mov|push|pop|xor|lea|call|jmp|jn?[ez]|cmp|add|sub|ret|int|section|global|db)\b/im,
  xml: /<[!?/a-z][^<>]*>/i,
} satisfies Record<keyof typeof LANGUAGES, RegExp>;

/** Guesses below this relevance would take any text for code. */
const MIN_RELEVANCE = 2;

const lowlight = createLowlight(LANGUAGES);

export interface ReadCode {
  /** null if no language is likely. */
  readonly language: string | null;
  readonly runs: readonly CodeRun[];
}

const NOTHING: ReadCode = { language: null, runs: [] };

export function readCode(text: string): ReadCode {
  const subset = Object.entries(SIGNS).flatMap(([language, sign]) => (sign.test(text) ? [language] : []));
  if (subset.length === 0) return NOTHING;
  const root = lowlight.highlightAuto(text, { subset });
  const { language, relevance } = root.data ?? {};
  if (language === undefined || (relevance ?? 0) < MIN_RELEVANCE) return NOTHING;
  const runs: CodeRun[] = [];
  let at = 0;
  const walk = (nodes: readonly Node[], kind: CodeKind | null) => {
    for (const node of nodes) {
      if (node.type === 'element') walk(node.children, kindOf(node.properties['className']) ?? kind);
      else if (node.type === 'text') {
        const end = at + node.value.length;
        if (kind !== null) runs.push([at, end, kind]);
        at = end;
      }
    }
  };
  walk(root.children, null);
  return { language, runs };
}

type Node = ReturnType<typeof lowlight.highlightAuto>['children'][number];

/** The library has many class names; only a few kinds get their own colour. */
const KINDS: Readonly<Record<string, CodeKind>> = {
  keyword: 'keyword',
  'selector-tag': 'keyword',
  operator: 'keyword',
  string: 'string',
  regexp: 'string',
  addition: 'string',
  number: 'number',
  literal: 'number',
  symbol: 'number',
  bullet: 'number',
  comment: 'comment',
  quote: 'comment',
  title: 'name',
  type: 'name',
  built_in: 'name',
  name: 'name',
  section: 'name',
  attr: 'name',
  attribute: 'name',
  'selector-class': 'name',
  'selector-id': 'name',
  meta: 'meta',
  doctag: 'meta',
  deletion: 'meta',
};

function kindOf(classes: unknown): CodeKind | null {
  if (!Array.isArray(classes)) return null;
  const [first] = classes as readonly unknown[];
  const name = typeof first === 'string' ? first.replace(/^hljs-/, '') : '';
  return Object.hasOwn(KINDS, name) ? (KINDS[name] ?? null) : null;
}
