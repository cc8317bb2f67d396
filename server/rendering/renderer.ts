/** The interface of the renderer of pages. */
import type { RenderRequest, RenderResult } from '../../mappings/contract/rendering.ts';
import type { CallerKind } from '../limits/caller-kinds.ts';

export interface PageRenderer {
  /** Loads everything that the first page would wait for. */
  prepare(): Promise<void>;
  /** Pages of kinds that queues serve first are rendered first. @throws RenderError */
  render(request: RenderRequest, kind: CallerKind): Promise<RenderResult>;
  /** Changes whenever the same request may result in another page. */
  version(): Promise<string>;
  close(): Promise<void>;
}

/**
 * slow    its time was up
 * busy    too many pages are waiting
 * large   the page would have more than is worth sending at once
 * failed  the pages threw an error, or their module cannot be loaded
 */
export type RenderFailure = 'slow' | 'busy' | 'large' | 'failed';

export class RenderError extends Error {
  readonly failure: RenderFailure;

  constructor(failure: RenderFailure, message: string) {
    super(message);
    this.name = 'RenderError';
    this.failure = failure;
  }
}
