package io.incrt.train.group;

import io.incrt.tensor.Libtorch;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Optional;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.BroadcastOptions;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;

/**
 * Processes joined by libtorch's c10d, which exchange by Gloo over TCP: Gloo sums in the same order
 * on every rank and in every run, so that all ranks have the same bits and a resumed run has them
 * again. Tensors on a GPU travel by the host.
 */
public final class GlooGroup implements Collective {

  private final Member member;
  private final Meeting meeting;
  private final ProcessGroupGloo group;
  private final Roll roll;
  private boolean failed;

  private GlooGroup(Member member, Meeting meeting, ProcessGroupGloo group, Roll roll) {
    this.member = member;
    this.meeting = meeting;
    this.group = group;
    this.roll = roll;
  }

  /**
   * Joins the others, and waits until all are there.
   *
   * @throws LostMemberException if they do not come in time
   */
  public static GlooGroup join(Member member) {
    Libtorch.load();
    boolean serves = member.rank() == 0 && !member.served();
    Meeting meeting = met(member, serves);
    try {
      ProcessGroupGloo group =
          Libtorch.scoped(
              () -> {
                ProcessGroupGloo.Options options =
                    ProcessGroupGloo.Options.create(new Milliseconds(member.patience().toMillis()));
                options.devices().push_back(device(member));
                return Libtorch.keep(
                    new ProcessGroupGloo(meeting.store(), member.rank(), member.size(), options));
              });
      return new GlooGroup(member, meeting, group, new Roll(member));
    } catch (RuntimeException e) {
      meeting.close();
      throw new LostMemberException(
          member.words()
              + " waited "
              + member.patience().toSeconds()
              + " s ("
              + Member.PATIENCE
              + "), but not all "
              + member.size()
              + " ranks came to "
              + member.address()
              + ":"
              + member.port(),
          e);
    }
  }

  private static Meeting met(Member member, boolean serves) {
    try {
      return Meeting.of(member, serves, member.patience());
    } catch (RuntimeException e) {
      String place = member.address() + ":" + member.port();
      throw new LostMemberException(
          serves
              ? "rank 0 cannot listen at "
                  + place
                  + "; see whether MASTER_ADDR is this machine and MASTER_PORT is free"
              : member.words()
                  + " finds no rank 0 at "
                  + place
                  + "; see whether it was started, and MASTER_ADDR and MASTER_PORT are right",
          e);
    }
  }

  /**
   * The network card to exchange by: the one that {@code GLOO_SOCKET_IFNAME} names, as elsewhere;
   * that of the address of rank 0 where it is this machine's; else what this machine's name stands
   * for.
   */
  private static org.bytedeco.pytorch.gloo.Device device(Member member) {
    String card = System.getenv("GLOO_SOCKET_IFNAME");
    if (card != null && !card.isBlank()) {
      return ProcessGroupGloo.createDeviceForInterface(card);
    }
    return own(member.address())
        .map(ProcessGroupGloo::createDeviceForHostname)
        .orElseGet(ProcessGroupGloo::createDefaultDevice);
  }

  private static Optional<String> own(String name) {
    try {
      InetAddress address = InetAddress.getByName(name);
      return NetworkInterface.getByInetAddress(address) == null
          ? Optional.empty()
          : Optional.of(address.getHostAddress());
    } catch (UnknownHostException | SocketException e) {
      return Optional.empty();
    }
  }

  @Override
  public int rank() {
    return member.rank();
  }

  @Override
  public int size() {
    return member.size();
  }

  @Override
  public Summing beginSum(TensorVector tensors) {
    if (tensors.empty()) {
      return () -> {};
    }
    TensorVector flat = new TensorVector();
    for (long i = 0; i < tensors.size(); i++) {
      flat.push_back(tensors.get(i).detach().reshape(-1));
    }
    Tensor sum = Libtorch.keep(tensors.size() == 1 ? flat.get(0).clone() : torch.cat(flat, 0));
    boolean byHost = sum.is_cuda();
    Tensor sent = byHost ? Libtorch.keep(sum.cpu()) : sum;
    Work work = Libtorch.keep(begin(() -> group.allreduce(new TensorVector(sent))));
    return () -> {
      await(work);
      if (byHost) {
        sum.copy_(sent);
        sent.close();
      }
      long from = 0;
      for (long i = 0; i < tensors.size(); i++) {
        long count = tensors.get(i).numel();
        tensors.put(i, sum.narrow(0, from, count).view(tensors.get(i).sizes()));
        from += count;
      }
      sum.close();
    };
  }

  @Override
  public double sum(double value) {
    return Libtorch.scoped(
        () -> {
          Tensor own = numbers(torch.ScalarType.Double, 1).fill_(new Scalar(value));
          await(begin(() -> group.allreduce(new TensorVector(own))));
          return own.item_double();
        });
  }

  @Override
  public boolean any(boolean wish) {
    return sum(wish ? 1 : 0) > 0;
  }

  @Override
  public byte[][] all(byte... own) {
    int size = member.size();
    return Libtorch.scoped(
        () -> {
          // What the others have is zero here, so that the sum is what each has.
          Tensor table = numbers(torch.ScalarType.Byte, (long) size * own.length);
          if (own.length > 0) {
            table.narrow(0, (long) member.rank() * own.length, own.length).copy_(tensor(own));
          }
          await(begin(() -> group.allreduce(new TensorVector(table))));
          byte[] flat = bytes(table);
          byte[][] rows = new byte[size][own.length];
          for (int i = 0; i < size; i++) {
            System.arraycopy(flat, i * own.length, rows[i], 0, own.length);
          }
          return rows;
        });
  }

  @Override
  public byte[] ofFirst(byte... own) {
    return Libtorch.scoped(
        () -> {
          boolean first = isFirst();
          int length = (int) sum(first ? own.length : 0);
          Tensor said =
              first && length > 0
                  ? tensor(own)
                  : numbers(torch.ScalarType.Byte, Math.max(1, length));
          await(begin(() -> group.broadcast(new TensorVector(said), new BroadcastOptions())));
          return length == 0 ? new byte[0] : bytes(said);
        });
  }

  private static Tensor tensor(byte... bytes) {
    return Tensor.create(bytes, bytes.length).view(torch.ScalarType.Byte);
  }

  private static Tensor numbers(torch.ScalarType type, long count) {
    return torch.zeros(new long[] {count}, new TensorOptions(type));
  }

  private static byte[] bytes(Tensor tensor) {
    byte[] bytes = new byte[Math.toIntExact(tensor.numel())];
    if (bytes.length > 0) {
      tensor.data_ptr_byte().get(bytes);
    }
    return bytes;
  }

  /** What begins an exchange. */
  @FunctionalInterface
  private interface Exchange {
    Work begin();
  }

  private Work begin(Exchange exchange) {
    roll.begun();
    try {
      return exchange.begin();
    } catch (RuntimeException e) {
      throw lost(e);
    }
  }

  private void await(Work work) {
    try {
      work._wait();
    } catch (RuntimeException e) {
      throw lost(e);
    } finally {
      work.close();
    }
  }

  private RuntimeException lost(RuntimeException problem) {
    if (failed) {
      return problem;
    }
    failed = true;
    return roll.why(problem);
  }

  @Override
  public void close() {
    roll.close();
    group.close();
    meeting.close();
  }
}
