import { memo } from 'react';
import { CommentTokens } from './comment-tokens.tsx';
import { drawingOf, type CommentView } from './comment-drawing.ts';

/** A comment drawn from its tokens; text stays text, whatever it looks like. */
export const Comment = memo(function Comment(view: CommentView) {
  return (
    <div className="post-body">
      <CommentTokens tokens={view.tokens} drawing={drawingOf(view)} />
    </div>
  );
});
