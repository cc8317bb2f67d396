/** What the tests use of noise-handshake, whose own types lack the pattern with a key. */
declare module 'noise-handshake' {
  interface Pair {
    readonly publicKey: Uint8Array;
    readonly secretKey: Uint8Array;
  }
  class Noise {
    constructor(pattern: string, initiator: boolean, staticKeypair?: Pair, options?: { psk?: Uint8Array });
    initialise(prologue: Uint8Array): void;
    send(payload?: Uint8Array): Uint8Array;
    recv(message: Uint8Array): Uint8Array;
    readonly complete: boolean;
    readonly tx: Uint8Array;
    readonly rx: Uint8Array;
    readonly rs: Uint8Array;
  }
  export default Noise;
}
