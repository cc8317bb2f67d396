/** XML as text: whatever a post holds, what comes out is well-formed XML 1.0. */

export type Attributes = Readonly<Record<string, string | number | null>>;

/** Made by `element` only: text in it is escaped already. */
export interface Xml {
  readonly xml: string;
}

/** A null among the attributes or children is left out. */
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

/** What no XML 1.0 document may hold, in no spelling: control characters, lone surrogates, two that are no characters. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A reader would make a line end of it, and blanks of all three in an attribute.
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};

export function withoutForbidden(text: string): string {
  return text.replaceAll(FORBIDDEN, '');
}

export function escapeXml(text: string): string {
  return withoutForbidden(text).replaceAll(/[&<>"\r\n\t]/g, (sign) => ENTITIES[sign] ?? sign);
}
