import type { Thread } from '../../../../mappings/contract/thread.ts';
import { Menu } from '../../components/menu.tsx';
import { postAnchor, threadZipAddress } from '../../lib/addresses.ts';
import { t } from './texts.ts';
import { useFootLinks } from './thread-feet.tsx';

interface ThreadMenuProps {
  readonly thread: Thread;
  /** Called with the name of the module whose part below the posts the reader asks for. */
  readonly onAsk: (name: string) => void;
}

/** The menu of the thread's bar: what is otherwise only at the beginning or at the end of a long thread. */
export function ThreadMenu({ thread, onAsk }: ThreadMenuProps) {
  const feet = useFootLinks({ thread, onAsk });
  const first = thread.posts[0];
  return (
    <Menu className="thread-menu" label="⋯" name={t('thread.menu')}>
      <ul>
        {feet.map((link) => (
          <li key={link.key}>{link}</li>
        ))}
        {first !== undefined && (
          <li>
            <a href={`#${postAnchor(first.num, first.subnum)}`}>{t('thread.to-start')}</a>
          </li>
        )}
        <li>
          <a href={threadZipAddress(thread.board, thread.num)} download>
            {t('thread.download')}
          </a>
        </li>
      </ul>
    </Menu>
  );
}
