package io.incrt.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunListenerTest {

  private static RunListener named(String name, List<String> heard) {
    return (RunListener)
        Proxy.newProxyInstance(
            RunListener.class.getClassLoader(),
            new Class<?>[] {RunListener.class},
            (proxy, method, arguments) -> {
              heard.add(name + " " + method.getName());
              return null;
            });
  }

  private static Object nothing(Class<?> type) {
    return type == long.class ? (Object) 0L : type == double.class ? (Object) 0.0 : null;
  }

  @Test
  void whatOneIsToldAllAreTold() throws Exception {
    List<String> heard = new ArrayList<>();
    RunListener all = RunListener.all(named("first", heard), named("second", heard));
    int methods = 0;
    for (Method method : RunListener.class.getMethods()) {
      if (Modifier.isStatic(method.getModifiers())) {
        continue;
      }
      methods++;
      heard.clear();
      method.invoke(
          all, Arrays.stream(method.getParameterTypes()).map(RunListenerTest::nothing).toArray());
      assertEquals(List.of("first " + method.getName(), "second " + method.getName()), heard);
    }
    assertTrue(methods >= 8, "only " + methods);
  }
}
