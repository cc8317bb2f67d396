import { useAnnounced } from '../lib/announce.ts';

/** Stands in every page from the start: a region that comes with its text is not read out. */
export function LiveRegion() {
  return (
    <output className="visually-hidden" aria-live="polite">
      {useAnnounced()}
    </output>
  );
}
