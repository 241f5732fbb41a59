import { closeCodes } from '#model/contract/socket-messages.ts';
import type { Authority } from '../../domain/accounts/authority.ts';
import { tellToLoadAnew } from './change-telling.ts';
import { notMember, switchedOff } from './doorkeeper.ts';
import type { HubClient } from './hub-client.ts';
import type { HubLog } from './hub-log.ts';

/** Judges consoles that are in already: what they may see, and whether they may stay, follows their membership. */
export class MembershipJudge {
  readonly #authority: Authority;
  readonly #log: HubLog;
  #changes = 0;

  constructor({ authority, log }: { authority: Authority; log: HubLog }) {
    this.#authority = authority;
    this.#log = log;
  }

  /** Grows whenever memberships or systems change: whoever is being let in just now is judged once more. */
  get changes(): number {
    return this.#changes;
  }

  noteChange(): void {
    this.#changes++;
  }

  /** Asks again what these consoles may; never throws. One that cannot be judged has to come again. */
  judge(clients: readonly HubClient[]): void {
    this.noteChange();
    for (const client of clients) {
      const asked = ++client.judgings;
      this.#authority.membership(client.userId, client.mitasId).then(
        (membership) => {
          // Asked anew since, or told by a change: what stood here is of before.
          if (client.judgings !== asked) return;
          if (membership === null) client.socket.close(closeCodes.forbidden, notMember);
          else if (membership.state !== 'running') client.socket.close(closeCodes.noSuchSystem, switchedOff);
          else if (client.role !== membership.role) {
            client.role = membership.role;
            tellToLoadAnew(client);
          }
        },
        (error: unknown) => {
          const { mitasId } = client;
          this.#log.error({ error, mitasId }, 'A membership could not be judged; the console has to come again');
          client.socket.close(1011, 'The host could not check the membership');
        },
      );
    }
  }
}
