import { useRef } from 'react';
import { MAX_BAN_DAYS, MAX_BAN_TEXT } from '../../../../../mappings/ban.ts';
import type { DecideReports, ReportedPost } from '../../../../../mappings/contract/reports.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { CheckField, Field, SelectField, textOf } from '../field.tsx';
import { useRoles } from '../session/use-roles.ts';
import { WidthField, widthOf } from '../writer-fields.tsx';
import { nameOf } from './reported.tsx';
import { t } from '../texts.ts';

const DEFAULT_DAYS = 3;
const WITH_BAN = ['hide', 'purge', 'dismiss'] as const;

interface BanDialogProps {
  readonly of: 'writer' | 'reporters';
  readonly post: Pick<ReportedPost, 'board' | 'num' | 'subnum'>;
  readonly onBan: (decision: DecideReports['decision'], ban: NonNullable<DecideReports['ban']>) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Bans the writer or the reporters of a post without revealing their networks, together with a decision about the post. */
export function BanDialog({ of, post, onBan, onClose }: BanDialogProps) {
  const may = useRoles();
  const fields = useRef<HTMLDivElement>(null);
  const ban = async () => {
    const form = fields.current?.closest('form');
    if (form == null) return;
    const data = new FormData(form);
    const decision = WITH_BAN.find((name) => name === textOf(data, 'with')) ?? 'dismiss';
    await onBan(decision, {
      of,
      ...(of === 'writer' && { width: widthOf(data) }),
      everywhere: data.has('everywhere'),
      days: Number(textOf(data, 'days')),
      reason: textOf(data, 'reason'),
    });
  };
  return (
    <ConfirmDialog
      title={t(`reports.ban-title.${of}`, { post: nameOf(post) })}
      confirm={t('bans.submit')}
      danger
      action={ban}
      onClose={onClose}
    >
      <div ref={fields} className="ban-fields">
        <p>{t(`reports.ban-what.${of}`)}</p>
        <Field
          label={t('bans.days')}
          name="days"
          type="number"
          required
          min={1}
          max={MAX_BAN_DAYS}
          defaultValue={DEFAULT_DAYS}
        />
        <Field
          label={t('reports.ban-reason')}
          name="reason"
          required
          maxLength={MAX_BAN_TEXT}
          autoComplete="off"
          defaultValue={t('reports.ban-default')}
        />
        {of === 'writer' && (
          <>
            <WidthField />
            <SelectField
              label={t('reports.ban-with')}
              name="with"
              options={WITH_BAN}
              optionText={(name) => t(`reports.ban-with.${name}`)}
            />
          </>
        )}
        {may('moderator', 'all') && <CheckField label={t('reports.ban-everywhere')} name="everywhere" />}
      </div>
    </ConfirmDialog>
  );
}
