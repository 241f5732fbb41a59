import type { Logger } from 'pino';
import type { FtpsAccess } from './domain/files/ftps-files.ts';
import { FtpsServer } from './entry/ftps/ftps-server.ts';
import type { Environment } from './platform/environment.ts';
import { selfMadeCertificate } from './platform/self-made-certificate.ts';
import { holdPort, listenOn } from './port-taken.ts';

/** How long transfers may take to finish when the host stops, in ms. */
const graceMs = 10_000;

type Settings = Pick<Environment, 'ftpsPort' | 'ftpsImplicitPort' | 'bind' | 'tls' | 'demo'>;

/** Ports that are reserved for FTPS, or why the host does not serve it. */
export type FtpsPorts = { free(): Promise<void>; problem: null } | { problem: string };

/**
 * Reserves the ports of FTPS until the host can answer on them (FTPS-7). FTPS is not served without a
 * certificate, or in a demo whose ports are taken; the reason is logged.
 * @throws like `holdPort`, unless this is a demo.
 */
export async function holdFtpsPorts({ ftpsPort, ftpsImplicitPort, bind, tls, demo }: Settings, log: Logger): Promise<FtpsPorts> {
  if (tls === undefined && !demo) {
    const problem = 'it takes TLS_CERT and TLS_KEY';
    log.info(`FTPS is not served: ${problem}`);
    return { problem };
  }
  const held: (() => Promise<void>)[] = [];
  const free = async () => void (await Promise.all(held.splice(0).map((letGo) => letGo())));
  try {
    held.push(await holdPort('FTPS_PORT', bind, ftpsPort));
    if (ftpsImplicitPort !== undefined) held.push(await holdPort('FTPS_IMPLICIT_PORT', bind, ftpsImplicitPort));
    return { free, problem: null };
  } catch (error) {
    await free();
    if (!demo) throw error;
    // A second demo on the same machine may find the ports taken, but rarely needs FTPS.
    const problem = error instanceof Error ? error.message : String(error);
    log.warn(`FTPS is not served: ${problem}`);
    return { problem };
  }
}

export type FtpsServiceParts = { environment: Environment; access: FtpsAccess; log: Logger };

/** A running service. `close` lets transfers finish; it may be called again. */
export type FtpsService = { port: number; implicitPort: number | undefined; close: () => Promise<void> };

/**
 * Serves FTPS with the host's certificate, or in a demo with one that the host makes itself.
 * @throws like `listenOn`.
 */
export async function startFtps({ environment, access, log }: FtpsServiceParts): Promise<FtpsService> {
  const { bind, ftpsPort, ftpsImplicitPort, ftpsPassivePorts: passivePorts, ftpsPublicAddress: publicAddress } = environment;
  const tls = environment.tls ?? (await selfMadeCertificate(environment.dataDir));
  const server = new FtpsServer({ bind, tls, access, log, passivePorts, publicAddress });
  const close = () => server.close(graceMs);
  try {
    const port = await listenOn('FTPS_PORT', bind, ftpsPort, () => server.listen('explicit', ftpsPort));
    const implicitPort =
      ftpsImplicitPort === undefined
        ? undefined
        : await listenOn('FTPS_IMPLICIT_PORT', bind, ftpsImplicitPort, () => server.listen('implicit', ftpsImplicitPort));
    log.info({ ftpsPort: port, ftpsImplicitPort: implicitPort }, 'FTPS is served');
    return { port, implicitPort, close };
  } catch (error) {
    await close();
    throw error;
  }
}
