import type { DragEvent } from 'react';
import type { File } from '../../../mappings/contract/post.ts';
import { fullName, namedAddress } from './media-kind.ts';

/** Lets Chromium save a file that is dragged out of the window, under its name. Other browsers ignore the value and save what they see. */
export function dragEvents(file: File) {
  return {
    onDragStart: ({ dataTransfer }: DragEvent) => {
      const [url, name] = [namedAddress(file), fullName(file)];
      if (url === null || name === null) return;
      // The name is a field of a list that is separated by colons.
      const saved = name.replaceAll(/[:/\\]/g, '_');
      dataTransfer.setData(
        'DownloadURL',
        `application/octet-stream:${saved}:${new URL(url, window.location.href).href}`,
      );
    },
  };
}
