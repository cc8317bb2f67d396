import { useEffect, useRef, useState } from 'react';
import type { File } from '../../../../mappings/contract/post.ts';
import { fullName, type ShownFile } from '../../lib/media-kind.ts';
import { t } from '../../lib/messages.ts';
import { safeAddress } from '../../lib/safe-link.ts';
import { applyVolume, rememberVolume } from '../../lib/volume.ts';

interface PlayerProps {
  readonly file: File;
  readonly shown: ShownFile;
  /** Starts to play by itself, unless the reader prefers reduced motion. */
  readonly plays: boolean;
}

/** A video or sound with the browser's controls, at the volume that the reader chose last. It pauses while it is out of view. */
export function Player({ file, shown, plays }: PlayerProps) {
  const player = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const element = player.current;
    if (element === null) return undefined;
    applyVolume(element);
    return playInView(element, plays && (shown.kind === 'audio' || !prefersStillness()));
  }, [plays, shown.kind]);
  if (failed) return <span className="file-failed">{t('file.failed')}</span>;
  const attributes = {
    ref: player,
    src: shown.url,
    controls: true,
    preload: 'metadata',
    'aria-label': fullName(file) ?? t('file.file'),
    onVolumeChange: () => player.current !== null && rememberVolume(player.current),
    onError: () => setFailed(true),
  } as const;
  // Archived files have no captions.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  if (shown.kind === 'audio') return <audio className="file-player" {...attributes} />;
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      className="file-player"
      {...attributes}
      width={file.width ?? undefined}
      height={file.height ?? undefined}
      poster={safeAddress(file.thumb_url) ?? undefined}
      loop
      playsInline
    />
  );
}

function prefersStillness(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Pauses the player out of view, and resumes it in view unless the reader paused it. @returns a function that stops watching */
function playInView(player: HTMLMediaElement, begins: boolean): () => void {
  let isDue = begins;
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (entry === undefined) return;
      if (!entry.isIntersecting) {
        isDue ||= !player.paused;
        player.pause();
      } else if (isDue) {
        isDue = false;
        // If the browser refuses, the reader can use the controls.
        player.play().catch(() => undefined);
      }
    },
    { threshold: 0.1 },
  );
  observer.observe(player);
  return () => observer.disconnect();
}
