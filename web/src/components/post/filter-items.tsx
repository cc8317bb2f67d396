import filterMenu from '../../../../mappings/locales/en/filter-menu.json';
import type { Post } from '../../../../mappings/contract/post.ts';
import type { Placeholders } from '../../../../mappings/locales/placeholders.ts';
import { announce } from '../../lib/announce.ts';
import { readFilterText, saveFilterText } from '../../lib/filtered-posts.ts';
import { withLines } from '../../lib/filters/syntax.ts';
import { offeredFilters } from '../../lib/filters/values.ts';
import { textsOf } from '../../lib/messages.ts';
import { MenuButton, MenuFold } from './menu-items.tsx';

const { t } = textsOf<typeof filterMenu, Placeholders>(filterMenu);

/** Adds a filter for a value of the post to the reader's filters. */
export function FilterItems({ post }: { readonly post: Post }) {
  const offered = offeredFilters(post);
  if (offered.length === 0) return null;
  const add = (line: string) => {
    saveFilterText(withLines(readFilterText(), line));
    announce(t('filter-menu.added', { line }));
  };
  return (
    <MenuFold name={t('filter-menu.name')}>
      {offered.map(({ type, line }) => (
        <MenuButton key={type} onSelect={() => add(line)}>
          {t(`filter-menu.type.${type}`)}
        </MenuButton>
      ))}
    </MenuFold>
  );
}
