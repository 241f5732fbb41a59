import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { smallArchive } from '../../support/small-archive.ts';
import { smallGlyphs } from '../../support/small-glyphs.ts';
import { smallPng } from '../../support/small-png.ts';
import { smallTile } from '../../support/small-tile.ts';

/** Only this description names the tiles. */
const tileSet = { tilejson: '3.0.0', maxzoom: 0, attribution: '<b>Weir</b> Maps' };
const font = 'Weir Sans';

type Answers = Readonly<Record<string, (at: string) => string | Uint8Array>>;

/** The colour of each kind of part of a style. */
export const kindColours = { raster: '#3f6fb5', packed: '#2e8b57', picture: '#d1495b', letter: '#e0a100' } as const;

/**
 * The server of a map's style, like one on the internet: it has its own origin and allows everybody to read
 * it.
 */
export class StyleServer {
  readonly #answers: Answers;
  #server: Server;
  #port = 0;

  private constructor(answers: Answers) {
    this.#answers = answers;
    this.#server = this.#make();
  }

  /** Starts a server whose land has that colour and comes as tiles that only their own description names. */
  static start(colour: string): Promise<StyleServer> {
    const layers = [{ id: 'land', type: 'fill', source: 'area', 'source-layer': 'ground', paint: { 'fill-color': colour } }];
    const style = { version: 8, sources: { area: { type: 'vector', url: 'tiles.json' } }, layers };
    return StyleServer.#of({
      '/look/style.json': () => JSON.stringify(style),
      '/look/tiles.json': (at) => JSON.stringify({ ...tileSet, tiles: [`${at}/look/{z}/{x}/{y}.pbf`] }),
      '/look/0/0/0.pbf': () => smallTile('ground'),
    });
  }

  /**
   * Starts a server with every kind of part a style may have, each in its own colour: pictures as tiles, from
   * zoom 10 an archive read by ranges, and at `place` a picture and a letter side by side.
   */
  static startOfEveryKind(place: readonly [longitude: number, latitude: number]): Promise<StyleServer> {
    const mark = { type: 'symbol', source: 'mark' } as const;
    const style = {
      version: 8,
      sprite: 'signs',
      glyphs: '{fontstack}/{range}.pbf',
      sources: {
        photo: { type: 'raster', tiles: ['{z}/{x}/{y}.png'], tileSize: 256, maxzoom: 0, attribution: 'Weir Photos' },
        packed: { type: 'vector', url: 'pmtiles://region.pmtiles' },
        mark: { type: 'geojson', data: 'mark.json' },
      },
      layers: [
        { id: 'photo', type: 'raster', source: 'photo' },
        {
          id: 'packed',
          type: 'fill',
          source: 'packed',
          'source-layer': 'ground',
          minzoom: 10,
          paint: { 'fill-color': kindColours.packed },
        },
        { ...mark, id: 'picture', layout: { 'icon-image': 'weir', 'icon-anchor': 'right', 'icon-allow-overlap': true } },
        {
          ...mark,
          id: 'letter',
          layout: { 'text-field': 'W', 'text-font': [font], 'text-anchor': 'left', 'text-allow-overlap': true },
          paint: { 'text-color': kindColours.letter },
        },
      ],
    };
    return StyleServer.#of({
      '/look/style.json': () => JSON.stringify(style),
      '/look/0/0/0.png': () => smallPng(kindColours.raster, 256),
      '/look/region.pmtiles': () => smallArchive(smallTile('ground')),
      '/look/mark.json': () => JSON.stringify({ type: 'Point', coordinates: place }),
      '/look/signs.json': () => JSON.stringify({ weir: { x: 0, y: 0, width: 8, height: 8, pixelRatio: 1 } }),
      '/look/signs.png': () => smallPng(kindColours.picture, 8),
      [`/look/${encodeURIComponent(font)}/0-255.pbf`]: () => smallGlyphs(font, 'W'),
    });
  }

  static async #of(answers: Answers): Promise<StyleServer> {
    const server = new StyleServer(answers);
    await server.startAgain();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/look/style.json`;
  }

  /** Starts the server again at its earlier address. */
  async startAgain(): Promise<void> {
    this.#server = this.#make();
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #make(): Server {
    return createServer((request, response) => answer(request, response, this.#answers));
  }
}

/** Answers in full, or with the requested range. */
function answer({ url = '', headers }: IncomingMessage, response: ServerResponse, answers: Answers): void {
  const free = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'range' };
  const found = answers[url]?.(`http://${headers.host}`);
  if (found === undefined) return void response.writeHead(404, free).end();
  const bytes = Buffer.from(found);
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  if (from === undefined) return void response.writeHead(200, free).end(bytes);
  const end = Math.min(Number(to), bytes.length - 1);
  const range = `bytes ${from}-${end}/${bytes.length}`;
  response.writeHead(206, { ...free, 'content-range': range }).end(bytes.subarray(Number(from), end + 1));
}
