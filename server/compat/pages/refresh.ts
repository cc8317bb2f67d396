/** FoolFuuka's page that leads on. Other programs read the address out of it, word for word as it stands here. */
import { escapeHtml } from '../html.ts';

export function refreshPage(address: string): string {
  const url = escapeHtml(address);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Redirecting</title>
<meta http-equiv="Refresh" content="0; url=${url}">
</head>
<body>You are being redirected to ${url}.</body>
</html>
`;
}
