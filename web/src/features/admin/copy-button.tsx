import { useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { copyText } from '../../lib/clipboard.ts';
import { t } from './texts.ts';

interface CopyButtonProps {
  readonly text: string;
  /** Names the text, for people who hear the button alone. */
  readonly what: string;
}

/** Copies a text that is shown once, and states whether that worked. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  const copy = async () => {
    const isCopied = await copyText(text);
    setOutcome(isCopied ? 'copied' : 'failed');
    announce(t(isCopied ? 'copy.copied' : 'copy.failed'));
  };
  return (
    <button type="button" className="button" onClick={() => void copy()}>
      {t(outcome === null ? 'copy.copy' : `copy.${outcome}`)}
      <span className="visually-hidden">: {what}</span>
    </button>
  );
}
