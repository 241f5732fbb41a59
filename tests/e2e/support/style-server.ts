import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { smallTile } from '../../support/small-tile.ts';

/** The server of a map's style, as one on the internet: of an origin of its own, which it lets all read. */
export class StyleServer {
  readonly colour: string;
  readonly #server: Server;

  private constructor(server: Server, colour: string) {
    this.#server = server;
    this.colour = colour;
  }

  /** Its land is of that colour, and comes as tiles that only the tiles' own description names. */
  static async start(colour: string): Promise<StyleServer> {
    const layers = [{ id: 'land', type: 'fill', source: 'area', 'source-layer': 'ground', paint: { 'fill-color': colour } }];
    const style = { version: 8, sources: { area: { type: 'vector', url: 'tiles.json' } }, layers };
    const tileSet = { tilejson: '3.0.0', maxzoom: 0, attribution: '<b>Weir</b> Maps' };
    const answers: Readonly<Record<string, (at: string) => string | Uint8Array>> = {
      '/look/style.json': () => JSON.stringify(style),
      '/look/tiles.json': (at) => JSON.stringify({ ...tileSet, tiles: [`${at}/look/{z}/{x}/{y}.pbf`] }),
      '/look/0/0/0.pbf': () => smallTile('ground'),
    };
    const server = createServer(({ url = '', headers }, response) => {
      const answer = answers[url]?.(`http://${headers.host}`);
      response.writeHead(answer === undefined ? 404 : 200, { 'access-control-allow-origin': '*' }).end(answer);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new StyleServer(server, colour);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/look/style.json`;
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
