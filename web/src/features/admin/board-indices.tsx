import type { BoardIndex } from '../../../../server/contract/admin.ts';
import { Time } from '../../components/time.tsx';
import { formatBytes, formatCount } from '../../lib/format.ts';

const STATE_WORDS: Readonly<Record<BoardIndex['state'], string>> = {
  live: 'answers searches',
  building: 'being built',
  standby: 'kept for a rollback',
};

interface BoardIndicesProps {
  readonly name: string;
  readonly indices: readonly BoardIndex[];
  readonly mappingVersion: number;
}

/** The indices that a board's posts are in right now. */
export function BoardIndices({ name, indices, mappingVersion }: BoardIndicesProps) {
  if (indices.length === 0) return <p className="quiet">/{name}/ has no index yet: its first post makes one.</p>;
  return (
    <table className="indices">
      <caption className="visually-hidden">Indices of /{name}/</caption>
      <thead>
        <tr>
          <th scope="col">Index</th>
          <th scope="col">State</th>
          <th scope="col">Documents</th>
          <th scope="col">Size</th>
          <th scope="col">Since</th>
        </tr>
      </thead>
      <tbody>
        {indices.map((index) => (
          <tr key={index.name}>
            <th scope="row" className="index-name">
              <code>{index.name}</code>
              {index.mapping_version !== mappingVersion && (
                <span className="badge badge-alarm">mapping {formatCount(index.mapping_version)}</span>
              )}
            </th>
            <td data-label="State">
              <span className={`index-state index-${index.state}`}>{index.state}</span>{' '}
              <small>{STATE_WORDS[index.state]}</small>
            </td>
            <td data-label="Documents">
              {index.documents === null ? <span className="alarm">not there</span> : formatCount(index.documents)}
            </td>
            <td data-label="Size">{index.bytes === null ? '–' : formatBytes(index.bytes)}</td>
            <td data-label="Since">
              <Time iso={index.state_since} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
