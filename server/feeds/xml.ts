/** Writes well-formed XML 1.0, whatever the texts contain. */

export type Attributes = Readonly<Record<string, string | number | null>>;

/** Made by `element` only; its text is escaped. */
export interface Xml {
  readonly xml: string;
}

/** Null attributes and children are left out. */
export function element(name: string, attributes: Attributes, ...children: readonly (Xml | string | null)[]): Xml {
  const written = Object.entries(attributes)
    .flatMap(([key, value]) => (value === null ? [] : [` ${key}="${escapeXml(String(value))}"`]))
    .join('');
  const inner = children.map((child) => (typeof child === 'string' ? escapeXml(child) : (child?.xml ?? ''))).join('');
  return { xml: inner === '' ? `<${name}${written}/>` : `<${name}${written}>${inner}</${name}>` };
}

export function xmlDocument({ xml }: Xml): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${xml}\n`;
}

/** Forbidden in XML 1.0, even as references: control characters, lone surrogates and two noncharacters. */
// oxlint-disable-next-line no-control-regex -- control characters are what it matches
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Parsers turn \r into \n, and all three into spaces within attributes.
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};

export function withoutForbidden(text: string): string {
  return text.replaceAll(FORBIDDEN, '');
}

export function escapeXml(text: string): string {
  return withoutForbidden(text).replaceAll(/[&<>"\r\n\t]/g, (character) => ENTITIES[character] ?? character);
}
