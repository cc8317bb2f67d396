import { useEffect } from 'react';
import { t } from '../../lib/messages.ts';
import { OWN_POSTS } from '../../lib/own-posts.ts';
import { usePreferenceList } from '../../lib/preferences.ts';
import { ownPostRules } from './own-post-rules.ts';

/** Marks the reader's own posts, the quotes of them and the posts with such quotes, in all lists and previews of the page. */
export function OwnPostsLayer(): null {
  const keys = usePreferenceList(OWN_POSTS).join(' ');
  useEffect(() => {
    if (keys === '') return undefined;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(ownPostRules(keys.split(' '), t('post.you')));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [keys]);
  return null;
}
