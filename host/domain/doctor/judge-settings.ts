import { X509Certificate } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Finding } from '#model/entities/diagnosis.ts';
import { type Environment, isLoopbackName } from '../../platform/environment.ts';

const dayMs = 86_400_000;
const shortDays = { warning: 30, critical: 7 } as const;
/** A range with fewer fixed leading bits than this covers much of the Internet. */
const widestBits = { ipv4: 8, ipv6: 16 } as const;

/**
 * DOC-9, DOC-13: checks the expiry of the certificate that browsers see: the one that the host read at its
 * start. Reports nothing if a proxy, or no one, serves HTTPS.
 */
export function judgeCertificate(tls: Environment['tls'], now: number, shown = tls?.cert): Finding | null {
  if (tls === undefined || shown === undefined) return null;
  const topic = 'Certificate';
  const { validFrom, validTo } = new X509Certificate(shown);
  const [from, to] = [Date.parse(validFrom), Date.parse(validTo)];
  const until = dayOf(to);
  const isOld = shown !== tls.cert;
  const advice = isOld
    ? `The file of TLS_CERT holds another, valid until ${dayOf(Date.parse(new X509Certificate(tls.cert).validTo))}. Restart the host to load it.`
    : 'Renew it, replace the files of TLS_CERT and TLS_KEY, and restart the host.';
  if (now < from) return { topic, severity: 'critical', text: `It is not valid before ${dayOf(from)}.`, advice };
  const days = Math.floor((to - now) / dayMs);
  if (to <= now) return { topic, severity: 'critical', text: `It ended on ${until}: browsers refuse it.`, advice };
  const text = `It is valid until ${until}, ${days} ${days === 1 ? 'day' : 'days'} from now.`;
  if (days < shortDays.critical) return { topic, severity: 'critical', text, advice };
  if (days < shortDays.warning) return { topic, severity: 'warning', text, advice };
  return isOld ? { topic, severity: 'notice', text, advice } : { topic, severity: 'fine', text, advice: null };
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

export type JudgedSettings = Pick<
  Environment,
  'databaseUrl' | 'busUrl' | 'innerAddresses' | 'trustProxy' | 'logLevel' | 'demo' | 'bind'
>;

/** DOC-10: reports settings that are allowed but rarely intended. Never shows their values, except ranges. */
export function judgeSettings(settings: JudgedSettings): Finding {
  const { databaseUrl, busUrl, innerAddresses, trustProxy, logLevel } = settings;
  const risks = [
    ...innerAddresses
      .filter(isWide)
      .map((range) => `INNER_ADDRESSES has ${range}: webhooks and map styles can reach nearly any address in your network`),
    ...trustProxy.filter(isWide).map((range) => `TRUST_PROXY has ${range}: nearly anybody can fake the address they come from`),
    ...(databaseUrl !== undefined && crossesOpenly(databaseUrl)
      ? ['DATABASE_URL connects to another machine without sslmode=require: contacts and passwords cross the network unencrypted']
      : []),
    ...(busUrl !== undefined && crossesOpenly(busUrl)
      ? ['BUS_URL connects to another machine without TLS: live data cross the network unencrypted']
      : []),
    ...(logLevel === 'trace' || logLevel === 'debug' ? [`LOG_LEVEL is ${logLevel}: the log grows fast`] : []),
  ];
  const topic = 'Settings';
  if (risks.length === 0) return { topic, severity: 'fine', text: 'None is risky.', advice: null };
  return { topic, severity: 'warning', text: `${risks.join('. ')}.`, advice: 'See docs/operations/settings.md.' };
}

function isWide(range: string): boolean {
  const [address = range, bits] = range.split('/');
  return bits !== undefined && Number(bits) < widestBits[ipaddr.parse(address).kind()];
}

const sealed = new Set(['require', 'verify-ca', 'verify-full']);

/** True if the address is on another machine and does not require encryption. */
function crossesOpenly(address: string): boolean {
  const { hostname, protocol, searchParams } = new URL(address);
  if (hostname === '' || isLoopbackName(hostname) || searchParams.get('host')?.startsWith('/') === true) return false;
  // A NATS address cannot require encryption; the server does that.
  return protocol !== 'nats:' && !sealed.has(searchParams.get('sslmode') ?? '');
}
