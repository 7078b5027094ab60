/** The sockets of a node: LDK encrypts, this carries the bytes. */
import { connect as openSocket, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { bytesOf, hexOf, ldk, must } from "./ldk.ts";

const HANDSHAKE_MS = 5000;

export function openPeers(
  channels: ldk.ChannelManager,
  { keys, logger, gossip }: { keys: ldk.KeysManager; logger: ldk.Logger; gossip: ldk.P2PGossipSync },
  nowMs: number,
  tick: () => void,
) {
  const ignoring = ldk.IgnoringMessageHandler.constructor_new();
  const manager = ldk.PeerManager.constructor_new(
    channels.as_ChannelMessageHandler(),
    // Some nodes connect only to those that answer questions about the network's channels.
    gossip.as_RoutingMessageHandler(),
    ignoring.as_OnionMessageHandler(),
    ignoring.as_CustomMessageHandler(),
    Math.floor(nowMs / 1000),
    keys.as_EntropySource().get_secure_random_bytes(),
    logger,
    keys.as_NodeSigner(),
  );
  const noAddress = ldk.Option_SocketAddressZ.constructor_none();
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let isStopped = false;

  const descriptorOf = (socket: Socket) =>
    descriptorFor(socket, { manager, sockets, tick, isStopped: () => isStopped });
  const isConnected = (id: string) =>
    manager.list_peers().some((peer) => hexOf(peer.get_counterparty_node_id()) === id);
  return {
    isConnected,
    process: () => manager.process_events(),
    timerTick: () => manager.timer_tick_occurred(),
    /** On loopback; returns the port. */
    listen: (port = 0): Promise<number> =>
      new Promise((ready) => {
        const opened = createServer((socket) => {
          if (!manager.new_inbound_connection(descriptorOf(socket), noAddress).is_ok()) socket.destroy();
        });
        server = opened.listen(port, "127.0.0.1", () => ready((opened.address() as AddressInfo).port));
      }),
    connect: (id: string, port: number) => connectTo(port, { id, manager, descriptorOf, isConnected }),
    stop() {
      isStopped = true;
      for (const socket of sockets) socket.destroy();
      server?.close();
    },
  };
}

type Carrying = {
  readonly manager: ldk.PeerManager;
  readonly sockets: Set<Socket>;
  readonly tick: () => void;
  readonly isStopped: () => boolean;
};
let descriptors = 0n;

function descriptorFor(socket: Socket, { manager, sockets, tick, isStopped }: Carrying): ldk.SocketDescriptor {
  descriptors += 1n;
  const number = descriptors;
  let isFull = false;
  sockets.add(socket.setNoDelay(true));
  const descriptor = ldk.SocketDescriptor.new_impl({
    send_data(data, resumes) {
      if (resumes) socket.resume();
      else socket.pause();
      if (isFull) return 0;
      isFull = !socket.write(data);
      return data.length;
    },
    disconnect_socket: () => void socket.destroy(),
    eq: (other) => other.hash() === number,
    hash: () => number,
  });
  socket.on("drain", () => {
    isFull = false;
    manager.write_buffer_space_avail(descriptor);
  });
  socket.on("data", (bytes: Buffer) => {
    if (isStopped()) return;
    if (manager.read_event(descriptor, new Uint8Array(bytes)).is_ok()) tick();
    else socket.destroy();
  });
  socket.on("error", () => undefined);
  socket.on("close", () => {
    sockets.delete(socket);
    if (!isStopped()) manager.socket_disconnected(descriptor);
  });
  return descriptor;
}

type Connecting = {
  readonly id: string;
  readonly manager: ldk.PeerManager;
  readonly descriptorOf: (socket: Socket) => ldk.SocketDescriptor;
  readonly isConnected: (id: string) => boolean;
};

function connectTo(port: number, { id, manager, descriptorOf, isConnected }: Connecting): Promise<void> {
  const noAddress = ldk.Option_SocketAddressZ.constructor_none();
  return new Promise((connected, failed) => {
    const socket = openSocket(port, "127.0.0.1", () => {
      const descriptor = descriptorOf(socket);
      const first = must<Uint8Array>(
        manager.new_outbound_connection(bytesOf(id), descriptor, noAddress),
        "a connection",
      );
      descriptor.send_data(first, true);
      let waited = 0;
      const look = setInterval(() => {
        waited += 10;
        if (!isConnected(id) && waited < HANDSHAKE_MS) return;
        clearInterval(look);
        if (isConnected(id)) connected();
        else failed(new Error("the other node did not answer"));
      }, 10);
    });
    socket.once("error", failed);
  });
}
