import { encodeQR } from 'qr';

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

/** A QR code, dark on light in both themes: some cameras cannot read other colours. */
export function QrCode({ text, label }: QrCodeProps) {
  // The library adds the quiet zone that scanners need.
  const rows = encodeQR(text, 'raw', { ecc: 'medium' });
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  );
}
