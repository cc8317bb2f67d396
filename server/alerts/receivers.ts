/** The receivers of alerts that the settings name. */
import type { Config } from '../../platform/config.ts';
import { createMailReceiver } from './mail.ts';
import type { Receiver } from './receiver.ts';
import { createWebhook } from './webhook.ts';

export type AlertConfig = Pick<
  Config,
  'alertFrom' | 'alertPrivateHosts' | 'alertSmtpUrl' | 'alertTo' | 'alertWebhookSecret' | 'alertWebhookUrl'
>;

/** The time for a whole attempt. */
export const SEND_MS = 20_000;

export function createReceivers(config: AlertConfig, sendMs = SEND_MS): readonly Receiver[] {
  const { alertWebhookUrl, alertWebhookSecret, alertPrivateHosts, alertSmtpUrl, alertFrom, alertTo } = config;
  return [
    ...(alertWebhookUrl === null
      ? []
      : [createWebhook({ url: alertWebhookUrl, secret: alertWebhookSecret, privateHosts: alertPrivateHosts, sendMs })]),
    ...(alertSmtpUrl === null || alertFrom === null || alertTo === null
      ? []
      : [createMailReceiver({ url: alertSmtpUrl, from: alertFrom, to: alertTo, sendMs })]),
  ];
}
