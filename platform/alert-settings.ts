/** Settings of the alerts that servers send; settings.ts lists them with the others. */
import { setting } from './setting.ts';
import { hosts, mailAddress, mailAddresses, smtpUrl, webhookSecret, webUrl } from './setting-values.ts';

export const alerts = {
  alertWebhookUrl: setting(
    'SAGASU_ALERT_WEBHOOK_URL',
    webUrl,
    null,
    'Address to which servers post alerts as JSON. It counts as a secret, because those of many services contain a token. Its host must have a public address and use https, unless it is in SAGASU_ALERT_PRIVATE_HOSTS or this machine.',
  ),
  alertWebhookSecret: setting(
    'SAGASU_ALERT_WEBHOOK_SECRET',
    webhookSecret,
    null,
    'Secret with which the requests are signed by the scheme of Standard Webhooks: `whsec_` and 24 to 64 bytes in base64, such as `whsec_$(openssl rand -base64 32)`.',
  ),
  alertPrivateHosts: setting(
    'SAGASU_ALERT_PRIVATE_HOSTS',
    hosts,
    '',
    'Hosts of the webhook, separated by commas, that may have a private address and may be reached without TLS, such as a bridge to a chat.',
  ),
  alertSmtpUrl: setting(
    'SAGASU_ALERT_SMTP_URL',
    smtpUrl,
    null,
    'Mail server that takes alerts: smtps://user:password@mail.example, or smtp://… for STARTTLS. Special characters of the password are percent-encoded. A password is sent through TLS only, except to this machine.',
  ),
  alertFrom: setting('SAGASU_ALERT_FROM', mailAddress, null, 'Sender of these mails, such as sagasu@archive.example.'),
  alertTo: setting(
    'SAGASU_ALERT_TO',
    mailAddresses,
    null,
    'Addresses that get the mails, at most ten, separated by commas.',
  ),
};
