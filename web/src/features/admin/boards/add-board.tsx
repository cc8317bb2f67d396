import { useState } from 'react';
import type { AddBoard } from '../../../../../mappings/contract/board-management.ts';
import { announce } from '../../../lib/announce.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { addBoard } from '../moderation-api.ts';
import { useBoardsChanged } from './board-dialogs.tsx';
import { t } from '../texts.ts';

const SOURCES = ['4chan', 'vichan', 'foolfuuka', 'pipermail'] as const satisfies readonly AddBoard['source'][];

/** The button, and the form that it opens. */
export function AddBoardButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {t('board-add.open')}
      </button>
      {isOpen && <AddBoardDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function AddBoardDialog({ onClose }: { readonly onClose: () => void }) {
  const changed = useBoardsChanged();
  const [texts, setTexts] = useState({ name: '', title: '', url: '', media_url: '', source_name: '' });
  const [source, setSource] = useState<AddBoard['source']>('4chan');
  const [isWorksafe, setWorksafe] = useState(true);
  const line = (field: keyof typeof texts, isRequired: boolean, type = 'text') => (
    <label className="field">
      <span>{t(`board-add.${field}`)}</span>
      <input
        type={type}
        value={texts[field]}
        required={isRequired}
        maxLength={field === 'name' ? 32 : 300}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={({ target }) => setTexts({ ...texts, [field]: target.value })}
      />
    </label>
  );
  return (
    <ConfirmDialog
      title={t('board-add.open')}
      confirm={t('board-add.add')}
      onClose={onClose}
      action={async () => {
        const { name, title, url, media_url: mediaUrl, source_name: sourceName } = texts;
        await addBoard({
          name,
          title: title === '' ? name : title,
          url,
          source,
          worksafe: isWorksafe,
          ...(mediaUrl !== '' && { media_url: mediaUrl }),
          ...(sourceName !== '' && { source_name: sourceName }),
        });
        announce(t('board-add.added', { board: name }));
        await changed();
      }}
    >
      {line('name', true)}
      {line('title', false)}
      <label className="field">
        <span>{t('board-add.source')}</span>
        <select
          value={source}
          onChange={({ target }) => setSource(SOURCES.find((kind) => kind === target.value) ?? source)}
        >
          {SOURCES.map((kind) => (
            <option key={kind}>{kind}</option>
          ))}
        </select>
      </label>
      {line('url', true, 'url')}
      {line('media_url', false, 'url')}
      {line('source_name', false)}
      <label className="ban-check">
        <input type="checkbox" checked={isWorksafe} onChange={({ target }) => setWorksafe(target.checked)} />
        <span>{t('board-add.worksafe')}</span>
      </label>
      <p className="quiet">{t('board-add.after')}</p>
    </ConfirmDialog>
  );
}
