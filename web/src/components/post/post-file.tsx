import { lazy, type MouseEvent, Suspense, useState } from 'react';
import type { TextRange } from '../../../../mappings/comment/plain-text.ts';
import type { File } from '../../../../mappings/contract/post.ts';
import { fullName, namedAddress, shownFile } from '../../lib/media-kind.ts';
import { listed, t } from '../../lib/messages.ts';
import { FOREIGN_LINK, safeAddress } from '../../lib/safe-link.ts';
import { MarkedText } from '../comment/marked-text.tsx';
import { fileFacts } from './foolfuuka.ts';

const DrawingPlayer = lazy(async () => ({ default: (await import('./drawing-player.tsx')).DrawingPlayer }));

interface FileLineProps {
  readonly file: File;
  readonly marks?: readonly TextRange[] | undefined;
}

/** Name, size and dimensions of a file, and the replay of a drawing in place. */
export function FileLine({ file, marks }: FileLineProps) {
  const href = namedAddress(file);
  const replay = safeAddress(file.replay_url);
  const [replays, setReplays] = useState(false);
  const toggleReplay = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setReplays(!replays);
  };
  const name = (
    <>
      <MarkedText text={file.name ?? t('file.file')} ranges={file.name === null ? undefined : marks} />
      {file.type !== null && `.${file.type}`}
    </>
  );
  return (
    <>
      <p className="post_file post-file">
        {href === null ? (
          <span className="post_file_filename file-name">{name}</span>
        ) : (
          <a
            className="post_file_filename file-name"
            href={href}
            {...FOREIGN_LINK}
            {...(shownFile(file) === null && { download: fullName(file) ?? '' })}
          >
            {name}
          </a>
        )}
        <span className="file-facts">{listed(factsOf(file))}</span>
        {replay !== null && (
          <a className="file-replay" href={replay} aria-expanded={replays} onClick={toggleReplay}>
            {t('file.replay')}
          </a>
        )}
      </p>
      {replays && replay !== null && (
        <Suspense fallback={null}>
          <DrawingPlayer
            address={replay}
            name={fullName(file) ?? t('file.picture')}
            onClose={() => setReplays(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The reasons why a picture is missing. */
const MISSING = {
  archived: 'file.not-archived',
  unknown: 'file.not-archived',
  pending: 'file.pending',
  gone: 'file.gone',
  refused: 'file.refused',
  banned: 'file.banned',
  never_fetched: 'file.never-fetched',
} as const satisfies Record<File['status'], string>;

function factsOf(file: File): readonly string[] {
  const facts = [fileFacts(file)];
  if (file.spoiler) facts.push(t('file.spoiler'));
  if (file.url === null) facts.push(t(MISSING[file.status]));
  return facts.filter((fact) => fact !== '');
}

/** The text of the box in place of a thumbnail; an archived file may lack a thumbnail. */
export function missingText(file: File): string {
  return t(file.status === 'archived' && file.url !== null ? 'file.no-thumbnail' : MISSING[file.status]);
}
