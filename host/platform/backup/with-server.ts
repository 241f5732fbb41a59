import { embeddedUser } from '../store/embedded/data-directory.ts';
import { startEmbeddedServer, type EmbeddedOptions } from '../store/embedded/embedded-server.ts';

/** Starts an embedded server, runs `work` with the url of its superuser, and stops the server afterwards. */
export async function withServer<T>(options: EmbeddedOptions, work: (url: string) => Promise<T>): Promise<T> {
  const server = await startEmbeddedServer(options);
  try {
    return await work(`postgres://${embeddedUser}:${encodeURIComponent(server.password)}@127.0.0.1:${server.port}/postgres`);
  } finally {
    await server.stop();
  }
}
