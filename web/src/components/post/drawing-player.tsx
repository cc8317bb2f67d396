import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Drawing } from '../../lib/drawing/drawing.ts';
import { loadReplay } from '../../lib/drawing/load-replay.ts';
import type { Replay } from '../../lib/drawing/read-replay.ts';
import { formatPlayingTime } from '../../lib/format-details.ts';
import { t } from './replay-texts.ts';

const SPEEDS = [1, 2, 5, 10, 25, 100];
/** The initial speed plays a replay within this time. */
const FIRST_PLAYING_MS = 60_000;
/** Time limit of painting a frame, so that the page stays responsive. */
const FRAME_MS = 12;

interface DrawingPlayerProps {
  readonly address: string;
  /** The file name of the drawing. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Replays in place how a drawing was made. */
export function DrawingPlayer({ address, name, onClose }: DrawingPlayerProps) {
  const { data: replay, error } = useQuery({
    queryKey: ['replay', address],
    queryFn: ({ signal }) => loadReplay(address, signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  return (
    <figure className="file-open drawing-player">
      {replay !== undefined && <Player replay={replay} name={name} />}
      {replay === undefined && (
        <output className="file-failed">{t(error === null ? 'replay.loading' : 'file.failed')}</output>
      )}
      <figcaption className="file-tools">
        <a href={address} download>
          {t('file.download')}
        </a>
        <button type="button" className="text-button" onClick={onClose}>
          {t('common.close')}
        </button>
      </figcaption>
    </figure>
  );
}

function Player({ replay, name }: { readonly replay: Replay; readonly name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const end = replay.times.at(-1) ?? 0;
  const [isPlaying, setPlaying] = useState(() => !window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  const [speed, setSpeed] = useState(() => speedFor(end));
  const [place, setPlace] = useState(0);
  const [drawing] = useState(() => placeDrawing(replay));
  const sought = useRef(0);
  /** While the slider is dragged, each frame draws only the newest position. */
  const seek = (to: number) => {
    setPlace(to);
    cancelAnimationFrame(sought.current);
    sought.current = requestAnimationFrame(() => drawing.moveTo(to, canvas.current));
  };
  useEffect(() => {
    drawing.moveTo(0, canvas.current);
    return () => cancelAnimationFrame(sought.current);
  }, [drawing]);
  useEffect(() => {
    if (!isPlaying) return undefined;
    let now = performance.now();
    let frame = requestAnimationFrame(function play(time) {
      if (isInView(canvas.current)) setPlace(drawing.advance(Math.max(0, time - now) * speed, canvas.current));
      now = time;
      if (drawing.isOver()) setPlaying(false);
      else frame = requestAnimationFrame(play);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, speed, drawing]);
  const toggle = () => {
    if (drawing.isOver()) setPlace(drawing.moveTo(0, canvas.current));
    setPlaying(!isPlaying);
  };
  return (
    <>
      <canvas
        ref={canvas}
        width={replay.width}
        height={replay.height}
        // An image to screen readers.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="img"
        aria-label={t('replay.of', { name })}
      />
      <div className="drawing-controls">
        <button type="button" className="button" onClick={toggle}>
          {t(isPlaying ? 'replay.pause' : 'replay.play')}
        </button>
        <input
          type="range"
          min={0}
          max={Math.ceil(end)}
          step={1}
          value={Math.min(Math.round(place), Math.ceil(end))}
          aria-label={t('replay.place')}
          aria-valuetext={`${formatPlayingTime(place)} / ${formatPlayingTime(end)}`}
          onChange={(event) => seek(Number(event.target.value))}
        />
        <span className="drawing-time">
          {formatPlayingTime(place)} / {formatPlayingTime(end)}
        </span>
        <select aria-label={t('replay.speed')} value={speed} onChange={(event) => setSpeed(Number(event.target.value))}>
          {SPEEDS.map((times) => (
            <option key={times} value={times}>
              {times}×
            </option>
          ))}
        </select>
      </div>
    </>
  );
}

function speedFor(milliseconds: number): number {
  return SPEEDS.find((speed) => milliseconds / speed <= FIRST_PLAYING_MS) ?? Math.max(...SPEEDS);
}

type Canvas = HTMLCanvasElement | null;

/** The drawing at a position of its replay, on a canvas. */
interface PlacedDrawing {
  /** Continues by this many milliseconds, or as far as one frame allows. @returns the position that was reached */
  readonly advance: (milliseconds: number, canvas: Canvas) => number;
  readonly moveTo: (place: number, canvas: Canvas) => number;
  readonly isOver: () => boolean;
}

function placeDrawing(replay: Replay): PlacedDrawing {
  const image = new ImageData(replay.width, replay.height);
  let drawing = new Drawing(replay);
  let place = 0;
  const paint = (canvas: Canvas) => {
    drawing.draw(image.data);
    canvas?.getContext('2d')?.putImageData(image, 0, 0);
  };
  /** Applies the events before a position. @returns false if the time did not suffice for all */
  const catchUp = (until: number, budget: number): boolean => {
    const deadline = performance.now() + budget;
    while ((replay.times[drawing.done] ?? Infinity) <= until) {
      drawing.step();
      if (performance.now() > deadline) return false;
    }
    return true;
  };
  return {
    advance: (milliseconds, canvas) => {
      const before = drawing.done;
      const until = place + milliseconds;
      place = catchUp(until, FRAME_MS) ? until : (replay.times[drawing.done - 1] ?? until);
      if (drawing.done !== before) paint(canvas);
      return place;
    },
    moveTo: (to, canvas) => {
      if (to < place) drawing = new Drawing(replay);
      catchUp(to, Infinity);
      place = to;
      paint(canvas);
      return place;
    },
    isOver: () => drawing.done >= replay.length,
  };
}

function isInView(element: Element | null): boolean {
  const box = element?.getBoundingClientRect();
  return box !== undefined && box.bottom > 0 && box.top < window.innerHeight;
}
