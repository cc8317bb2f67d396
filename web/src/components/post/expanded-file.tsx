import { lazy, type MouseEvent, Suspense, useState } from 'react';
import type { File } from '../../../../mappings/contract/post.ts';
import { fullName, type ShownFile } from '../../lib/media-kind.ts';
import { t } from '../../lib/messages.ts';
import { FOREIGN_LINK } from '../../lib/safe-link.ts';
import type { FilePost } from '../../lib/post-files.ts';
import { openViewer } from '../../lib/viewer.ts';

const Player = lazy(async () => ({ default: (await import('./player.tsx')).Player }));

interface ExpandedFileProps {
  readonly post: FilePost;
  readonly file: File;
  readonly shown: ShownFile;
  /** Videos and sound start to play by themselves. */
  readonly plays: boolean;
  readonly onClose: (event: MouseEvent<HTMLElement>) => void;
}

/** A file in place of its thumbnail, no wider than the column. Its space is reserved while it loads. */
export function ExpandedFile({ post, file, shown, plays, onClose }: ExpandedFileProps) {
  const name = fullName(file) ?? t('file.picture');
  const isImage = shown.kind === 'image';
  return (
    <figure className="file-open">
      {isImage ? (
        <a
          className="file-whole"
          href={shown.url}
          aria-expanded="true"
          data-expand=""
          onClick={onClose}
          {...FOREIGN_LINK}
        >
          <WholeImage file={file} url={shown.url} alt={name} />
        </a>
      ) : (
        <Suspense fallback={<PlayerRoom file={file} shown={shown} />}>
          <Player file={file} shown={shown} plays={plays} />
        </Suspense>
      )}
      <figcaption className="file-tools">
        <button type="button" className="text-button" onClick={() => openViewer(post)}>
          {t('file.full-screen')}
        </button>
        <a href={shown.url} download={fullName(file) ?? ''}>
          {t('file.download')}
        </a>
        <button
          type="button"
          className="text-button"
          onClick={onClose}
          {...(!isImage && { ['data-expand' as string]: '' })}
        >
          {t('common.close')}
        </button>
      </figcaption>
    </figure>
  );
}

/** The space of the player until its script is loaded. */
function PlayerRoom({ file, shown }: Pick<ExpandedFileProps, 'file' | 'shown'>) {
  const { width, height } = file;
  return shown.kind === 'audio' ? (
    <span className="file-player room-for-audio" />
  ) : (
    <span
      className="file-player room-for-video"
      style={width === null || height === null ? undefined : { width, aspectRatio: `${width} / ${height}` }}
    />
  );
}

interface WholeImageProps {
  readonly file: File;
  readonly url: string;
  readonly alt: string;
}

/** An image in its own size, or a message if it cannot be loaded. */
export function WholeImage({ file, url, alt }: WholeImageProps) {
  const [failed, setFailed] = useState(false);
  if (failed) return <span className="file-failed">{t('file.failed')}</span>;
  return (
    <img
      src={url}
      width={file.width ?? undefined}
      height={file.height ?? undefined}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  );
}
