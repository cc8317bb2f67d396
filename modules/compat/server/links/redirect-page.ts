import { escapeHtml } from '../../../../mappings/comment/print-html.ts';

/** FoolFuuka's redirect page. Programs parse the address out of it, so the text must stay as it is. */
export function redirectPage(address: string): string {
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
