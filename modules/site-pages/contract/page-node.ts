/** The content of a page as a tree, without HTML. */

interface Parent {
  readonly children: readonly PageNode[];
}

export type PageNode =
  | ({ readonly kind: 'heading'; readonly level: 2 | 3 | 4; readonly id: string } & Parent)
  | ({ readonly kind: 'list'; readonly ordered: boolean; readonly start: number } & Parent)
  | ({ readonly kind: 'cell'; readonly head: boolean; readonly align: 'left' | 'center' | 'right' | null } & Parent)
  | ({ readonly kind: 'link'; readonly href: string } & Parent)
  | ({ readonly kind: ParentKind } & Parent)
  | { readonly kind: 'text' | 'code' | 'code-block'; readonly text: string }
  | { readonly kind: 'break' | 'rule' };

export type ParentKind = 'paragraph' | 'item' | 'quote' | 'table' | 'row' | 'emphasis' | 'strong' | 'deleted';
