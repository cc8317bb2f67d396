import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { t } from '../../lib/messages.ts';
import type { SoughtLink, WebModule } from '../../lib/module.ts';
import { useModules } from '../../lib/use-modules.ts';
import { FILE_CHOSEN } from './file-chosen.ts';
import type { BusyState } from './file-search-state.tsx';

const FileSearchState = lazy(async () => ({ default: (await import('./file-search-state.tsx')).FileSearchState }));

type State = { readonly kind: 'idle' } | BusyState;

const IDLE: State = { kind: 'idle' };

/** Searches by hash for a file that was dropped on the page, pasted, or chosen with the button. The file is not uploaded. */
export function FileSearch() {
  const navigate = useNavigate();
  const modules = useModules();
  const [state, setState] = useState<State>(IDLE);
  const reading = useRef<AbortController>(null);
  useEffect(() => {
    const look = async (file: File) => {
      reading.current?.abort();
      const mine = new AbortController();
      reading.current = mine;
      setState({ kind: 'reading', name: file.name, share: 0 });
      announce(t('file-search.reading-announced', { name: file.name }));
      try {
        const { hashFile } = await import('./file-hash.ts');
        const onProgress = (bytes: number) =>
          setState({ kind: 'reading', name: file.name, share: file.size === 0 ? 1 : bytes / file.size });
        const [{ md5, sha256 }, soughtLinks] = await Promise.all([
          hashFile(file, { signal: mine.signal, onProgress }),
          linksOf(modules, file),
        ]);
        setState(IDLE);
        void navigate({
          to: '/search',
          search: { q: `md5:${md5} OR sha256:${sha256}` },
          state: { soughtFile: file.name, soughtLinks },
        });
      } catch {
        if (!mine.signal.aborted) setState({ kind: 'failed', name: file.name });
      }
    };
    const isFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent) => {
      if (!isFile(event)) return;
      // Otherwise the browser opens the file.
      event.preventDefault();
      setState((now) => (now.kind === 'idle' || now.kind === 'failed' ? { kind: 'over' } : now));
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setState((now) => (now.kind === 'over' ? IDLE : now));
    };
    const drop = (event: DragEvent) => {
      if (!isFile(event)) return;
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file === undefined) setState(IDLE);
      else void look(file);
    };
    const chosen = (event: Event) => {
      if (event instanceof CustomEvent && event.detail instanceof File) void look(event.detail);
    };
    // A picture that was copied, not a text that has a picture too.
    const paste = (event: ClipboardEvent) => {
      const file = event.clipboardData?.files[0];
      if (file === undefined || event.clipboardData?.types.includes('text/plain') === true) return;
      event.preventDefault();
      void look(file);
    };
    document.addEventListener('paste', paste);
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    document.addEventListener(FILE_CHOSEN, chosen);
    return () => {
      document.removeEventListener('paste', paste);
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
      document.removeEventListener(FILE_CHOSEN, chosen);
      reading.current?.abort();
    };
  }, [navigate, modules]);
  const stop = () => {
    reading.current?.abort();
    setState(IDLE);
  };
  if (state.kind === 'idle') return null;
  return (
    <Suspense>
      <FileSearchState state={state} onStop={stop} />
    </Suspense>
  );
}

async function linksOf(modules: readonly WebModule[], file: File): Promise<SoughtLink[]> {
  const links = await Promise.all(
    modules.map(async ({ loadFileLink }) => (await loadFileLink?.().catch(() => undefined))?.(file) ?? null),
  );
  return links.filter((link) => link !== null);
}
