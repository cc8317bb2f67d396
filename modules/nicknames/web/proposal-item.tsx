import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Time } from '../../../web/src/components/time.tsx';
import { ActionForm } from '../../../web/src/features/admin/action-form.tsx';
import { Field, textOf } from '../../../web/src/features/admin/field.tsx';
import { ADMIN_KEY } from '../../../web/src/features/admin/queries.ts';
import { searchAddress } from '../../../web/src/lib/addresses.ts';
import { announce } from '../../../web/src/lib/announce.ts';
import { formatCount } from '../../../web/src/lib/format.ts';
import { spell } from '../../../web/src/lib/query-text.ts';
import type { AliasEvidence, IdentityProposal } from '../contract/nicknames.ts';
import { PROPOSAL_ACTIONS, type ProposalAction } from '../proposals.ts';
import { decideProposal } from './api.ts';
import { t, tRich } from './texts.ts';
import { listed } from '../../../web/src/lib/messages.ts';

const FIELDS = { sender: 'id', tripcode: 'trip', name: 'name' } as const;

export function ProposalItem({ proposal }: { readonly proposal: IdentityProposal }) {
  const { id, aliases, proposals: count, reasons, last_proposed_at: last, outcome, closed_at: closedAt } = proposal;
  const [one = '', other = ''] = aliases.map(({ value }) => value);
  const name = t('proposals.pair', { one, other });
  return (
    <section aria-label={name} className="reported">
      <p className="reported-head">
        <strong className="proposal-pair">{name}</strong>
        <span className="quiet">{tRich('proposals.times', { count, time: <Time key="time" iso={last} /> })}</span>
      </p>
      {outcome !== null && closedAt !== null && (
        <p>
          {tRich(outcome === 'confirmed' ? 'proposals.confirmed' : 'proposals.declined', {
            account: proposal.closed_by ?? '–',
            time: <Time key="time" iso={closedAt} />,
          })}
        </p>
      )}
      <Evidence aliases={aliases} />
      <h3 className="proposal-heading">{t('proposals.reasons')}</h3>
      <ul className="proposal-reasons">
        {reasons.map(({ reason, proposed_at: at }, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- two reasons may be the same
          <li key={place}>
            <bdi>{reason}</bdi>{' '}
            <span className="quiet">
              <Time iso={at} />
            </span>
          </li>
        ))}
      </ul>
      <Decision id={id} isOpen={outcome === null} aliases={aliases} />
    </section>
  );
}

const ROWS: readonly {
  readonly name: () => string;
  readonly value: (alias: AliasEvidence) => ReactNode;
}[] = [
  { name: () => t('proposals.posts'), value: ({ posts }) => formatCount(posts) },
  { name: () => t('proposals.first'), value: ({ first }) => first !== null && <Time iso={first} /> },
  { name: () => t('proposals.last'), value: ({ last }) => last !== null && <Time iso={last} /> },
  {
    name: () => t('proposals.boards'),
    value: ({ boards }) => valuesText(boards.map((one) => ({ ...one, value: `/${one.value}/` }))),
  },
  { name: () => t('proposals.names'), value: ({ names }) => valuesText(names) },
  { name: () => t('proposals.tripcodes'), value: ({ tripcodes }) => valuesText(tripcodes) },
  { name: () => t('proposals.identity'), value: ({ identity }) => identity },
];

function valuesText(counts: AliasEvidence['boards']): string {
  return listed(counts.map(({ value, posts }) => `${value} (${formatCount(posts)})`));
}

/** The posts under both names, side by side. */
function Evidence({ aliases }: Pick<IdentityProposal, 'aliases'>) {
  return (
    <table className="proposal-evidence">
      <caption className="visually-hidden">{t('proposals.evidence')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('proposals.name')}</th>
          {aliases.map(({ kind, value }) => (
            <th key={`${kind} ${value}`} scope="col">
              <a href={searchAddress(`${FIELDS[kind]}:${spell(value)}`)}>{value}</a>{' '}
              <span className="quiet">{t(`identities.kind.${kind}`)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ROWS.map(({ name, value }) => (
          <tr key={name()}>
            <th scope="row">{name()}</th>
            {aliases.map((alias) => (
              <td key={`${alias.kind} ${alias.value}`}>{value(alias)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DecisionProps extends Pick<IdentityProposal, 'id' | 'aliases'> {
  readonly isOpen: boolean;
}

function Decision({ id, isOpen, aliases }: DecisionProps) {
  const queryClient = useQueryClient();
  const work = useMutation({
    async mutationFn(fields: FormData) {
      const action = PROPOSAL_ACTIONS.find((one) => one === fields.get('action')) ?? 'undo';
      const identity = textOf(fields, 'identity');
      await decideProposal(id, { action, ...(action === 'confirm' && identity !== '' && { identity }) });
    },
    async onSuccess() {
      announce(t('proposals.done'));
      await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY, 'identity-proposals'] });
      await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY, 'identities'] });
      // Pages of readers show the names of identities.
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== ADMIN_KEY });
    },
  });
  const button = (action: ProposalAction) => (
    <button
      type="submit"
      name="action"
      value={action}
      className={action === 'confirm' ? 'button button-primary' : 'button'}
      aria-disabled={work.isPending}
    >
      {t(`proposals.${action}`)}
    </button>
  );
  return (
    <ActionForm
      work={work}
      onSubmit={(fields) => work.mutate(fields)}
      what={t('proposals.what')}
      buttons={
        isOpen ? (
          <>
            {button('confirm')} {button('decline')}
          </>
        ) : (
          button('undo')
        )
      }
    >
      {isOpen && (
        <Field
          label={t('proposals.person')}
          name="identity"
          maxLength={100}
          autoComplete="off"
          placeholder={aliases.find(({ identity }) => identity !== null)?.identity ?? ''}
        />
      )}
    </ActionForm>
  );
}
