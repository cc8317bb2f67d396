import type { Post } from '../../../../mappings/contract/post.ts';
import type { Highlights } from '../../../../mappings/contract/search.ts';
import { fileKey, filesOf } from '../../lib/post-files.ts';
import { FileLine } from './post-file.tsx';
import { PostPicture } from './post-picture.tsx';

const THUMBNAIL = 125;

interface PostFilesProps {
  readonly post: Post;
  readonly marks?: Highlights | undefined;
  /** Longest side of the thumbnail of a single file, in pixels. */
  readonly limit?: number;
  readonly opens?: 'here' | 'over';
}

/** The files of a post: one beside the text, several side by side above it. */
export function PostFiles({ post, marks, limit = THUMBNAIL, opens = 'here' }: PostFilesProps) {
  const files = filesOf(post);
  const [only] = files;
  if (only === undefined) return null;
  if (files.length === 1 && only.filePlace === undefined) {
    return (
      <>
        <FileLine file={only.file} marks={marks?.media_name} />
        <PostPicture post={only} file={only.file} limit={limit} opens={opens} />
      </>
    );
  }
  return (
    <div className="post-files">
      {files.map((one) => (
        <div key={fileKey(one)} className="post-files-one">
          <FileLine
            file={one.file}
            marks={one.filePlace === undefined ? marks?.media_name : marks?.extra_files?.[extraAt(post, one.filePlace)]}
          />
          <PostPicture post={one} file={one.file} limit={THUMBNAIL} opens={opens} />
        </div>
      ))}
    </div>
  );
}

function extraAt({ extra_files: files = [] }: Post, place: number): number {
  return files.findIndex((file) => file.place === place);
}
