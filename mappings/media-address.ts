import type { Board } from './board.ts';

/** What is fetched of a post: the file, the source's own thumbnail of it, how it was drawn. */
export type MediaKind = 'file' | 'thumb' | 'replay';

type MediaBoard = Pick<Board, 'source' | 'name' | 'mediaUrl'> & Partial<Pick<Board, 'sourceName'>>;

export interface NamedFile {
  readonly mediaTime: number;
  readonly mediaType: string;
}

/** Where the source has it; null where it has none. Every part is a name of ours, a number, or escaped. */
export function mediaSourceAddress(board: MediaBoard, { mediaTime, mediaType }: NamedFile, kind: MediaKind) {
  const name = encodeURIComponent(board.sourceName ?? board.name);
  const type = encodeURIComponent(mediaType);
  const folder = `${board.mediaUrl}/${name}`;
  const time = String(mediaTime);
  switch (board.source) {
    case '4chan':
      if (kind === 'replay') return `${folder}/${time}.tgkr`;
      return kind === 'file' ? `${folder}/${time}.${type}` : `${folder}/${time}s.jpg`;
    case 'vichan':
      if (kind === 'replay') return null;
      return kind === 'file' ? `${folder}/src/${time}.${type}` : `${folder}/thumb/${time}.png`;
    case 'foolfuuka': {
      const place = `${time.slice(0, 4)}/${time.slice(4, 6)}/${time}`;
      if (kind === 'replay') return null;
      return kind === 'file' ? `${folder}/image/${place}.${type}` : `${folder}/thumb/${place}s.jpg`;
    }
    case 'pipermail':
      return null;
  }
}
