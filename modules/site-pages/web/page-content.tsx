import { createElement, type ReactNode } from 'react';
import { FOREIGN_LINK } from '../../../web/src/lib/safe-link.ts';
import type { PageNode, ParentKind } from '../contract/page-node.ts';

/** The text of a page as elements. */
export function PageContent({ nodes }: { readonly nodes: readonly PageNode[] }): ReactNode {
  // Nodes have no names, and their order never changes.
  // oxlint-disable-next-line react/no-array-index-key
  return nodes.map((node, place) => <Node key={place} node={node} />);
}

const ELEMENTS: Readonly<Record<ParentKind, string>> = {
  paragraph: 'p',
  item: 'li',
  quote: 'blockquote',
  table: 'table',
  row: 'tr',
  emphasis: 'em',
  strong: 'strong',
  deleted: 'del',
};

function Node({ node }: { readonly node: PageNode }): ReactNode {
  if ('text' in node) {
    if (node.kind === 'text') return node.text;
    const code = <code>{node.text}</code>;
    return node.kind === 'code' ? code : <pre>{code}</pre>;
  }
  if (!('children' in node)) return node.kind === 'break' ? <br /> : <hr />;
  const content = <PageContent nodes={node.children} />;
  switch (node.kind) {
    case 'heading':
      return createElement(`h${node.level}`, { id: node.id }, content);
    case 'list':
      return node.ordered ? <ol start={node.start}>{content}</ol> : <ul>{content}</ul>;
    case 'cell':
      return createElement(
        node.head ? 'th' : 'td',
        { ...(node.head && { scope: 'col' }), ...(node.align !== null && { 'data-align': node.align }) },
        content,
      );
    case 'link':
      return (
        <a href={node.href} {...(/^[/#]/.test(node.href) ? {} : FOREIGN_LINK)}>
          {content}
        </a>
      );
    case 'table':
      return (
        <div className="site-table">
          <table>
            <tbody>{content}</tbody>
          </table>
        </div>
      );
    case 'paragraph':
    case 'item':
    case 'quote':
    case 'row':
    case 'emphasis':
    case 'strong':
    case 'deleted':
      return createElement(ELEMENTS[node.kind], null, content);
  }
}
