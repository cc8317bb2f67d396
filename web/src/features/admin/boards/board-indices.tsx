import type { BoardIndex } from '../../../../../mappings/contract/admin.ts';
import { Time } from '../../../components/time.tsx';
import { formatCount } from '../../../lib/format.ts';
import { formatBytes } from '../../../lib/format-details.ts';
import { t } from '../texts.ts';

interface BoardIndicesProps {
  readonly name: string;
  readonly indices: readonly BoardIndex[];
  readonly mappingVersion: number;
}

/** The index set of a board. */
export function BoardIndices({ name, indices, mappingVersion }: BoardIndicesProps) {
  if (indices.length === 0) return <p className="quiet">{t('indices.none', { board: name })}</p>;
  return (
    <table className="indices">
      <caption className="visually-hidden">{t('admin-boards.indices', { board: name })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('indices.index')}</th>
          <th scope="col">{t('indices.state')}</th>
          <th scope="col">{t('admin-boards.documents')}</th>
          <th scope="col">{t('indices.size')}</th>
          <th scope="col">{t('indices.since')}</th>
        </tr>
      </thead>
      <tbody>
        {indices.map((index) => (
          <tr key={index.name}>
            <th scope="row" className="index-name">
              <code>{index.name}</code>
              {index.mapping_version !== mappingVersion && (
                <span className="badge badge-alarm">{t('indices.mapping', { version: index.mapping_version })}</span>
              )}
              {!index.has_documents && <span className="badge">{t('indices.of-ids')}</span>}
            </th>
            <td data-label={t('indices.state')}>
              <span className={`index-state index-${index.state}`}>{index.state}</span>{' '}
              <small>{t(`indices.${index.state}`)}</small>
            </td>
            <td data-label={t('admin-boards.documents')}>
              {index.documents === null ? (
                <span className="alarm">{t('indices.missing')}</span>
              ) : (
                formatCount(index.documents)
              )}
            </td>
            <td data-label={t('indices.size')}>{index.bytes === null ? '–' : formatBytes(index.bytes)}</td>
            <td data-label={t('indices.since')}>
              <Time iso={index.state_since} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
