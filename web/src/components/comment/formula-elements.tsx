/**
 * Converts a formula laid out by KaTeX to React elements from a closed set of names, attributes and styles, so that a post
 * cannot inject anything else. KaTeX's own markup contains style attributes, which the content security policy blocks, and
 * the post's colours, which are unreadable in some themes.
 */
import { createElement, type CSSProperties, type ReactNode } from 'react';

/** The fields of all of KaTeX's node classes. The class of a node follows from its fields. */
export interface KatexNode {
  readonly children?: readonly KatexNode[];
  readonly classes?: readonly string[];
  readonly style?: Readonly<Record<string, string | undefined>>;
  readonly attributes?: Readonly<Record<string, string>>;
  /** A symbol, or a text in MathML. */
  readonly text?: string;
  /** Italic correction of a symbol, in em. */
  readonly italic?: number;
  /** The name of a MathML element. */
  readonly type?: string;
  /** A space in MathML: a Unicode space character, or a width in em. */
  readonly character?: string | null;
  readonly width?: number | null;
  /** The name of an SVG path. */
  readonly pathName?: string;
  readonly toMarkup: () => string;
}

/** More nodes than any real formula has. */
const MAX_NODES = 6_000;
const MAX_LEVELS = 250;
/** Limit for every length: beyond it a formula would leave its box. */
const MAX_EM = 100;

/** @throws Error for a tree that is too large or too deep, or contains anything unknown. */
export function elementsOf(tree: KatexNode): ReactNode {
  let left = MAX_NODES;

  const all = (nodes: readonly KatexNode[] = [], level: number): ReactNode[] =>
    nodes.map((node, index) => one(node, index, level + 1));

  const one = (node: KatexNode, key: number, level: number): ReactNode => {
    left -= 1;
    if (left < 0 || level > MAX_LEVELS) throw new Error('more of a formula than anybody writes');
    if (node.type !== undefined) return mathElement(node, key, level);
    if (node.pathName !== undefined) return <path key={key} d={pathOf(node)} />;
    if (node.text !== undefined) return sign(node, key);
    if (node.classes === undefined) return line(node, key, level);
    const className = classesOf(node.classes);
    const style = styleOf(node.style);
    // A node that only groups others.
    if (node.attributes === undefined && className === undefined && style === undefined)
      return all(node.children, level);
    const { 'aria-hidden': isHidden, ...others } = node.attributes ?? {};
    refuseAny(others);
    return (
      <span key={key} className={className} style={style} aria-hidden={isHidden === 'true' ? true : undefined}>
        {all(node.children, level)}
      </span>
    );
  };

  const mathElement = ({ type = '', attributes, children }: KatexNode, key: number, level: number): ReactNode => {
    if (!MATH_ELEMENTS.has(type)) throw new Error(`${type} is not supported`);
    // Its second child is the source, which is rendered next to the formula.
    if (type === 'semantics') return all(children?.slice(0, 1), level);
    const given = Object.entries(attributes ?? {}).filter(([name]) => MATH_ATTRIBUTES.has(name));
    return createElement(type, { key, ...Object.fromEntries(given) }, ...all(children, level));
  };

  const line = (node: KatexNode, key: number, level: number): ReactNode => {
    const { attributes, children } = node;
    if (attributes === undefined) return space(node, key);
    const given = Object.fromEntries(Object.entries(attributes).map(([name, value]) => [lineAttribute(name), value]));
    if (children === undefined) return <line key={key} {...given} />;
    return (
      <svg key={key} aria-hidden="true" {...given}>
        {all(children, level)}
      </svg>
    );
  };

  return one(tree, 0, 0);
}

/** Text in MathML has neither classes nor styles. */
function sign({ text, italic = 0, classes, style }: KatexNode, key: number): ReactNode {
  const className = classesOf(classes);
  const own = styleOf(italic > 0 ? { marginRight: `${italic.toFixed(4)}em`, ...style } : style);
  if (className === undefined && own === undefined) return text;
  return (
    <span key={key} className={className} style={own}>
      {text}
    </span>
  );
}

function space({ character, width }: KatexNode, key: number): ReactNode {
  if (character === undefined && width === undefined) throw new Error('a node without a name');
  return character ?? createElement('mspace', { key, width: `${(width ?? 0).toFixed(4)}em` });
}

/** KaTeX names its paths; their data is available only as markup. */
function pathOf(node: KatexNode): string {
  const [, path] = /^<path d="([-\w\s.,]*)"\/>$/.exec(node.toMarkup()) ?? [];
  if (path === undefined) throw new Error('unknown path data');
  return path;
}

function classesOf(classes: KatexNode['classes'] = []): string | undefined {
  const names = classes.filter((name) => name !== '').join(' ');
  return names === '' ? undefined : names;
}

function styleOf(style: KatexNode['style'] = {}): CSSProperties | undefined {
  // `transparent` hides placeholders; all other colours come from the theme.
  const given = Object.entries(style).filter(([name, value]) => STYLES.has(name) || value === 'transparent');
  for (const [, value = ''] of given)
    if (Math.abs(Number.parseFloat(value)) > MAX_EM) throw new Error('out of its place');
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

function lineAttribute(name: string): string {
  const ours = LINE_ATTRIBUTES[name];
  if (ours === undefined) throw new Error(`${name} is not supported`);
  return ours;
}

function refuseAny(attributes: Readonly<Record<string, string>>): void {
  const [name] = Object.keys(attributes);
  if (name !== undefined) throw new Error(`${name} is not supported`);
}

const STYLES: ReadonlySet<string> = new Set([
  'borderBottomWidth',
  'borderRightStyle',
  'borderRightWidth',
  'borderTopWidth',
  'borderStyle',
  'borderWidth',
  'bottom',
  'height',
  'left',
  'margin',
  'marginLeft',
  'marginRight',
  'marginTop',
  'minWidth',
  'paddingLeft',
  'position',
  'textShadow',
  'top',
  'width',
  'verticalAlign',
]);

const LINE_ATTRIBUTES: Readonly<Record<string, string>> = {
  width: 'width',
  height: 'height',
  viewBox: 'viewBox',
  preserveAspectRatio: 'preserveAspectRatio',
  x1: 'x1',
  x2: 'x2',
  y1: 'y1',
  y2: 'y2',
  'stroke-width': 'strokeWidth',
};

const MATH_ELEMENTS: ReadonlySet<string> = new Set(
  'math semantics mtext mn mo mi mspace mover munder munderover msup msub msubsup mfrac mroot msqrt mtable mtr mtd mlabeledtr mrow menclose mstyle mpadded mphantom'.split(
    ' ',
  ),
);

const MATH_ATTRIBUTES: ReadonlySet<string> = new Set(
  'display stretchy lspace rspace rowspacing columnalign columnlines columnspacing rowlines notation scriptlevel displaystyle width height depth voffset mathvariant mathsize fence separator linebreak accent accentunder largeop linethickness minsize maxsize'.split(
    ' ',
  ),
);
