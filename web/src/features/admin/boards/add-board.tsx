import { useState } from 'react';
import { SITE_KINDS, type SiteKind } from '../../../../../mappings/sources.ts';
import { announce } from '../../../lib/announce.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { CheckField, Field, SelectField, VERBATIM } from '../field.tsx';
import { addBoard } from '../moderation-api.ts';
import { useBoardsChanged } from './board-dialogs.tsx';
import { t } from '../texts.ts';

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
  const [source, setSource] = useState<SiteKind>('4chan');
  const [isWorksafe, setWorksafe] = useState(true);
  const line = (field: keyof typeof texts, isRequired: boolean, type = 'text') => (
    <Field
      {...VERBATIM}
      label={t(`board-add.${field}`)}
      type={type}
      value={texts[field]}
      required={isRequired}
      maxLength={field === 'name' ? 32 : 300}
      onChange={({ target }) => setTexts({ ...texts, [field]: target.value })}
    />
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
      <SelectField label={t('board-add.source')} value={source} options={SITE_KINDS} onChoose={setSource} />
      {line('url', true, 'url')}
      {line('media_url', false, 'url')}
      {line('source_name', false)}
      <CheckField
        label={t('board-add.worksafe')}
        checked={isWorksafe}
        onChange={({ target }) => setWorksafe(target.checked)}
      />
      <p className="quiet">{t('board-add.after')}</p>
    </ConfirmDialog>
  );
}
