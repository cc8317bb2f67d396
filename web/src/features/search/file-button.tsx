import { useRef } from 'react';
import { FILE_CHOSEN } from './file-chosen.ts';
import { t } from './file-search-texts.ts';

/** Opens the file picker. */
export function FileButton() {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => {
    const file = input.current?.files?.[0];
    if (file !== undefined) document.dispatchEvent(new CustomEvent(FILE_CHOSEN, { detail: file }));
    if (input.current !== null) input.current.value = '';
  };
  return (
    <>
      <button type="button" className="button" onClick={() => input.current?.click()}>
        {t('file-search.button')}
      </button>
      <input ref={input} type="file" hidden tabIndex={-1} aria-label={t('file-search.input')} onChange={choose} />
    </>
  );
}
