import { closeCodes } from '#model/contract/socket-messages.ts';
import type { Authority } from '../../domain/accounts/authority.ts';
import { invalidateEverything } from './publish-change.ts';
import { notMember, switchedOff } from './upgrade-handler.ts';
import type { HubClient } from './hub-client.ts';
import type { HubClients } from './hub-clients.ts';
import type { HubLog } from './hub-log.ts';

/**
 * Checks connected consoles after memberships have changed: what they may see, and whether they may stay
 * connected.
 */
export class MembershipJudge {
  readonly #authority: Authority;
  readonly #log: HubLog;
  readonly #clients: HubClients;

  constructor({ authority, log, clients }: { authority: Authority; log: HubLog; clients: HubClients }) {
    this.#authority = authority;
    this.#clients = clients;
    this.#log = log;
  }

  /**
   * Checks the memberships of clients again; never throws. A console that cannot be checked is disconnected
   * and must reconnect.
   */
  judge(clients: readonly HubClient[]): void {
    this.#clients.noteMembershipChange();
    for (const client of clients) {
      const judging = client.beginJudging();
      this.#authority.membership(client.userId, client.mitasId).then(
        (membership) => {
          // Ignore an outdated check: a later one has started, or a change has set the role.
          if (!client.isLastJudging(judging)) return;
          if (membership === null) client.socket.close(closeCodes.forbidden, notMember);
          else if (membership.state !== 'running') client.socket.close(closeCodes.noSuchSystem, switchedOff);
          else if (client.setRole(membership.role)) invalidateEverything(client);
        },
        (error: unknown) => {
          const { mitasId } = client;
          this.#log.error({ error, mitasId }, 'A membership could not be judged; the console has to come again');
          client.socket.close(closeCodes.hostFailed, 'The host could not check the membership');
        },
      );
    }
  }
}
